package timemory.sampling.interval

import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi
import timemory.Timemory
import timemory.bundle.Bundle
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.activeSession

private const val NANOSECONDS = 1_000_000L

/**
 * Reads components of the process at intervals, until it is closed: memory in use, CPU time, bytes read, over time. Results contain the
 * values as rows over time, and by the regions that were open: see `docs/sampling.md`.
 * ```
 * sample<PageRss, CpuClock>(50.milliseconds).use { load() }
 * ```
 * For a whole program, use the setting `SAMPLER_COMPONENTS`, or `sample` in `Timemory.init`.
 *
 * All samplers of a session must have the same components and interval. There may be several in succession; their data are joined, without
 * the time between them.
 *
 * ### Thread-safety
 * Thread-safe.
 */
@ExperimentalTimemoryApi
public class IntervalSampler private constructor(private val session: Session) : AutoCloseable {
    /** Makes a last reading, and stops. Closing it again has no effect. */
    override fun close() {
        if (isOpen) IntervalSampling.stop(session)
        isOpen = false
    }

    private var isOpen = true

    public companion object {
        /**
         * Starts reading the components of [bundle] every [milliseconds], on a background thread. Starts a session if there is none.
         *
         * @throws IllegalArgumentException with the reason if one of them cannot be read at intervals, or if the interval is not between a
         * millisecond and an hour
         * @throws IllegalStateException if there is already a sampler, or there was one in this session with other components or another
         *     interval
         */
        @JvmStatic
        public fun start(bundle: Bundle, milliseconds: Long): IntervalSampler {
            requireInterval(milliseconds)
            for (type in bundle.types) {
                whyNotSampled(type)?.let { throw IllegalArgumentException("component ${type.id} cannot be read at intervals: $it") }
            }
            if (!Timemory.isInitialized) Timemory.init()
            val session = checkNotNull(activeSession()) { "measuring has not started" }
            val failure = IntervalSampling.start(session, bundle.types, milliseconds * NANOSECONDS, 0L, Timemory.settings.samplerRows)
            check(failure == null) { failure!! }
            return IntervalSampler(session)
        }

        internal fun requireInterval(milliseconds: Long) = require(milliseconds in 1L..3_600_000L) {
            "the interval of $milliseconds ms must be from 1 ms to 1 h"
        }
    }
}
