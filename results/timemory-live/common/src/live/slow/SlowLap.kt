package timemory.live.slow

import timemory.internal.callgraph.CallPath

/**
 * A lap that exceeded a limit, with what happened in it.
 *
 * @property limit the limit that it exceeded
 * @property value its value, in raw units of the limit
 * @property begin in nanoseconds of the wall clock
 * @property active how long threads ran it, in nanoseconds, if it could suspend; -1 otherwise
 * @property thread the number of the thread on which it ended; -1 for an open lap of a coroutine
 * @property runner see [EndedLap.runner]
 * @property within the number of a suspending lap, which laps directly inside have as [EndedLap.within]; for other laps, that of the
 * enclosing one
 * @property inside the laps in it, in the order of their ends
 * @property trace the trace that it was part of, if known
 * @property isThinned whether the shortest laps are missing from [inside]
 * @property isOpen whether it was still open when the session ended, in which case [inside] has only open laps
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
    /** The value as a multiple of the limit. */
    val excess: Double get() = excessOf(limit, value)
}

internal fun excessOf(limit: SlowLimit, value: Long): Double = value.toDouble() / maxOf(1L, limit.most)
