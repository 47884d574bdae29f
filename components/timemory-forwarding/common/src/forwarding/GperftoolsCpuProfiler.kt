package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Makes gperftools sample the CPU while a region with this component is open on any thread, into `gperftools_cpu_profiler_0.dat`, `_1` and
 * so on below the output path: a new file each time that the first region opens. View them with `pprof --text program file`; compiled Java
 * code has no names there.
 *
 * It needs the signal SIGPROF for itself: if another profiler uses it, or gperftools is already sampling, that continues undisturbed.
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
        "gperftools_cpu_profiler", "Makes gperftools sample the CPU while a region is open", GperftoolsCpu::unavailable,
        "ProfilerStartWithOptions", Binding.PROCESS,
        spellings("gperftools_cpu_profiler", "gperftools_cpu", "gperf_cpu_profiler", "gperf_cpu"), ::GperftoolsCpuProfiler,
    ) {
        private val switch = RefCountedToggle(GperftoolsCpu::turn)

        /** The number of samples in the current profile; 0 if there is none, or gperftools is unavailable. */
        @JvmStatic
        public val samples: Int get() = if (unavailableReason() == null) GperftoolsCpu.samples() else 0
    }
}

/** Returns the aliases of a component: [id] with `-` in place of `_`, and each of [others] in both spellings. */
internal fun spellings(id: String, vararg others: String): List<String> =
    listOf(id.replace('_', '-')) + others.flatMap { listOf(it, it.replace('_', '-')) }
