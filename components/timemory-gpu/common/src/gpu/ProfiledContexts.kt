package timemory.gpu

import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Which component CUPTI's profilers work for on each context: there can be one at a time. One that has no region open there makes way for
 * another.
 *
 * ### Thread-safety
 * All is done under [lock], which those that profile hold when regions begin and end. It is held while the GPU is waited for, so nothing
 * that CUDA calls may want it.
 */
internal object ProfiledContexts {
    val lock = Lock()
    private val holders = HashMap<Long, Holder>()

    /** What profiles contexts. */
    interface Holder {
        /** As the user knows it. */
        val component: String

        /** Ends to profile [context]; `false` where regions are open there. */
        fun release(context: Long): Boolean
    }

    /** [context] is to be profiled by [holder]. Throws an exception where another component does. */
    fun claim(context: Long, holder: Holder) = lock.hold {
        val other = holders[context]
        check(other == null || other === holder || other.release(context)) {
            "the context is measured by ${other?.component} already: CUPTI profiles a context for one of cupti_counters, cupti_profiler " +
                "(with gpu_roofline) and " +
                "cupti_pcsampling at a time, so measure in one run with the one and in another with the other"
        }
        holders[context] = holder
    }

    fun release(context: Long) = lock.hold { holders.remove(context) }
}
