package timemory.gpu

import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Assigns each context to the component that uses CUPTI's profilers there: only one can at a time. A component with no open region there
 * yields to another.
 *
 * ### Thread-safety
 * Everything is guarded by [lock], which profiling components hold when regions start and end. It is held while waiting for the GPU, so
 * nothing that CUDA calls may take it.
 */
internal object ProfiledContexts {
    val lock = Lock()
    private val holders = HashMap<Long, Holder>()

    /** A component that profiles contexts. */
    interface Holder {
        /** The component's name for users. */
        val component: String

        /** Stops profiling [context]; returns `false` if regions are open there. */
        fun release(context: Long): Boolean
    }

    /** Assigns [context] to [holder]. Throws an exception if another component profiles it. */
    fun claim(context: Long, holder: Holder) = lock.hold {
        val other = holders[context]
        check(other == null || other === holder || other.release(context)) {
            "the context is already measured by ${other?.component}: CUPTI profiles a context for only one of cupti_counters, " +
                "cupti_profiler (with gpu_roofline) and cupti_pcsampling at a time, so use them in separate runs"
        }
        holders[context] = holder
    }

    fun release(context: Long) = lock.hold { holders.remove(context) }
}
