package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Has gperftools record what is allocated by `malloc` while a region with this component is open on any thread, into
 * `gperftools_heap_profiler_0.0001.heap` and so on below the output path. `pprof --text program file` shows them. Java's heap, and that of
 * Kotlin/Native, do not come from `malloc`.
 *
 * It needs `libtcmalloc.so.4` preloaded: loaded later, it would run and see nothing. Where gperftools records already, that goes on
 * undisturbed.
 *
 * Source: `HeapProfilerStart`, `HeapProfilerDump` and `HeapProfilerStop` of `libtcmalloc`.
 */
@DescribedBy(GperftoolsHeapProfiler.TYPE::class)
@ExperimentalTimemoryApi
public class GperftoolsHeapProfiler : SwitchMarker(switch) {
    /** The type of [GperftoolsHeapProfiler]. */
    public companion object TYPE : ForwardingType<GperftoolsHeapProfiler>(
        "gperftools_heap_profiler", "Has gperftools record allocations while a region is open", GperftoolsHeap::unavailable,
        "HeapProfilerStart", Binding.PROCESS, spellings("gperftools_heap_profiler", "gperftools_heap", "gperf_heap_profiler", "gperf_heap"),
        ::GperftoolsHeapProfiler,
    ) {
        private val switch = RefCountedToggle(GperftoolsHeap::turn)

        /** What is allocated now, as gperftools writes it to its files; empty where it does not record, or is unavailable. */
        @JvmStatic
        public val profile: String get() = if (unavailableReason() == null) GperftoolsHeap.profile() else ""
    }
}
