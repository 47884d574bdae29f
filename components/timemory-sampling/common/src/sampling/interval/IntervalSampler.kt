package timemory.sampling.interval

import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi
import timemory.Timemory
import timemory.bundle.Bundle
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.activeSession

private const val NANOSECONDS = 1_000_000L

/**
 * Reads components of the process at intervals, until it is closed: how much memory there is in use, what CPU time was taken, how many
 * bytes were read, as time goes by. Results have the values as rows over time, and those of the regions that were open at the time: see
 * `docs/sampling.md`.
 * ```
 * sample<PageRss, CpuClock>(50.milliseconds).use { load() }
 * ```
 * For a whole program there is the setting `SAMPLER_COMPONENTS`, or `sample` in `Timemory.init`.
 *
 * In one session the components and the interval are always the same. There may be several samplers one after another; what they read is
 * joined, and the time between them is missing.
 *
 * ### Thread-safety
 * May be used from any thread.
 */
@ExperimentalTimemoryApi
public class IntervalSampler private constructor(private val session: Session) : AutoCloseable {
    /** Reads a last time, and ends. Without effect the second time. */
    override fun close() {
        if (isOpen) IntervalSampling.stop(session)
        isOpen = false
    }

    private var isOpen = true

    public companion object {
        /**
         * Begins to read the components of [bundle] every [milliseconds], from a thread of its own; begins to measure where nobody has.
         *
         * @throws IllegalArgumentException if one of them cannot be read at intervals, with the reason, and for an interval that is not
         * from a millisecond to an hour
         * @throws IllegalStateException if there is a sampler already, or was one in this session with other components or another interval
         */
        @JvmStatic
        public fun start(bundle: Bundle, milliseconds: Long): IntervalSampler {
            requireInterval(milliseconds)
            for (type in bundle.types) {
                whyNotSampled(type)?.let { throw IllegalArgumentException("component ${type.id} cannot be read at intervals: $it") }
            }
            if (!Timemory.isInitialized) Timemory.init()
            val session = checkNotNull(activeSession()) { "nothing is measured now" }
            val failure = IntervalSampling.start(session, bundle.types, milliseconds * NANOSECONDS, 0L, Timemory.settings.samplerRows)
            check(failure == null) { failure!! }
            return IntervalSampler(session)
        }

        internal fun requireInterval(milliseconds: Long) = require(milliseconds in 1L..3_600_000L) {
            "an interval of $milliseconds ms is not from 1 ms to 1 h"
        }
    }
}
