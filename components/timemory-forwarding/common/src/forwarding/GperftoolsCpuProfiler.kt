package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Has gperftools sample the CPU while a region with this component is open on any thread, into `gperftools_cpu_profiler_0.dat`, `_1` and so
 * on below the output path: a file each time that the first region opens. `pprof --text program file` shows them; on the JVM, compiled
 * Java code has no names there.
 *
 * It needs the signal SIGPROF for itself: where another profiler has it, or gperftools samples already, that goes on undisturbed.
 *
 * Source: `ProfilerStartWithOptions`, `ProfilerFlush` and `ProfilerStop` of `libprofiler`; threads that open regions are registered by
 * `ProfilerRegisterThread`.
 */
@DescribedBy(GperftoolsCpuProfiler.TYPE::class)
@ExperimentalTimemoryApi
public class GperftoolsCpuProfiler : SwitchMarker(switch) {
    override fun threadOpens(): Unit = GperftoolsCpu.registerThread()

    /** The type of [GperftoolsCpuProfiler]. */
    public companion object TYPE : ForwardingType<GperftoolsCpuProfiler>(
        "gperftools_cpu_profiler", "Has gperftools sample the CPU while a region is open", GperftoolsCpu::unavailable,
        "ProfilerStartWithOptions", Binding.PROCESS,
        spellings("gperftools_cpu_profiler", "gperftools_cpu", "gperf_cpu_profiler", "gperf_cpu"), ::GperftoolsCpuProfiler,
    ) {
        private val switch = RefCountedToggle(GperftoolsCpu::turn)

        /** How many samples the profile has that is being taken; 0 where none is, or gperftools is unavailable. */
        @JvmStatic
        public val samples: Int get() = if (unavailableReason() == null) GperftoolsCpu.samples() else 0
    }
}

/** The names after the first, each also with `-` in place of `_`, as the first. */
internal fun spellings(id: String, vararg others: String): List<String> =
    listOf(id.replace('_', '-')) + others.flatMap { listOf(it, it.replace('_', '-')) }
