package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Makes gperftools record `malloc` allocations while a region with this component is open on any thread, into
 * `gperftools_heap_profiler_0.0001.heap` and so on below the output path. View them with `pprof --text program file`. The heaps of Java and
 * Kotlin/Native do not come from `malloc`.
 *
 * It needs `libtcmalloc.so.4` preloaded: if it were loaded later, it would see nothing. If gperftools is already recording, it is left
 * alone.
 *
 * Source: `HeapProfilerStart`, `HeapProfilerDump` and `HeapProfilerStop` of `libtcmalloc`.
 */
@DescribedBy(GperftoolsHeapProfiler.TYPE::class)
@ExperimentalTimemoryApi
public class GperftoolsHeapProfiler : SwitchMarker(switch) {
    /** The type of [GperftoolsHeapProfiler]. */
    public companion object TYPE : ForwardingType<GperftoolsHeapProfiler>(
        "gperftools_heap_profiler", "Makes gperftools record allocations while a region is open", GperftoolsHeap::unavailable,
        "HeapProfilerStart", Binding.PROCESS, spellings("gperftools_heap_profiler", "gperftools_heap", "gperf_heap_profiler", "gperf_heap"),
        ::GperftoolsHeapProfiler,
    ) {
        private val switch = RefCountedToggle(GperftoolsHeap::turn)

        /** The current allocations, in gperftools' file format; empty if it is not recording, or is unavailable. */
        @JvmStatic
        public val profile: String get() = if (unavailableReason() == null) GperftoolsHeap.profile() else ""
    }
}
