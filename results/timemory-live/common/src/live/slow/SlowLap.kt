package timemory.live.slow

import timemory.internal.callgraph.CallPath

/**
 * A lap that took too much, with what happened in it.
 *
 * @property limit what it was beyond
 * @property value what it came to, in raw units of the limit
 * @property begin in nanoseconds of the wall clock
 * @property active how long threads ran it, in nanoseconds, if it could suspend; -1 otherwise
 * @property thread the number of the thread on which it ended; -1 where it has not, in a coroutine
 * @property runner as [EndedLap.runner]
 * @property within the number of a suspending lap, which what is directly inside has as [EndedLap.within]; of others, that of the one around
 * @property inside laps in it, those that ended first before others
 * @property trace the trace that it was part of, where one is known
 * @property isThinned whether [inside] lacks what took least
 * @property isOpen whether it had not ended when the session did, and has only what is open as well [inside]
 */
internal class SlowLap(
    val path: CallPath,
    val limit: SlowLimit,
    val value: Long,
    val begin: Long,
    val end: Long,
    val active: Long,
    val thread: Int,
    val runner: Int,
    val within: Int,
    val inside: List<EndedLap>,
    val trace: String?,
    val isThinned: Boolean,
    val isOpen: Boolean = false,
) {
    /** How many times the limit. */
    val excess: Double get() = excessOf(limit, value)
}

internal fun excessOf(limit: SlowLimit, value: Long): Double = value.toDouble() / maxOf(1L, limit.most)
