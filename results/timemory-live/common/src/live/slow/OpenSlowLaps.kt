package timemory.live.slow

import timemory.ActiveTime
import timemory.ComponentType
import timemory.WallClock
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.OpenLapListener
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.printError
import timemory.internal.platform.wallNanoseconds

/** The maximum number of laps inside a slow lap, the same as in a log of ended laps. */
private const val MAX_INNER = 512

/**
 * Checks laps that are open when a session ends against the limits, because a lap that hangs would otherwise be missing. Laps that ended
 * inside them are in logs that other threads own, so only open laps inside them are known.
 *
 * ### Thread-safety
 * Thread-safe.
 */
internal class OpenSlowLaps(private val laps: SlowLaps) : OpenLapListener {
    private data class Identity(val path: CallPath, val thread: Int, val begin: Long)

    private val now = wallNanoseconds()
    private val lock = Lock()
    private val seen = HashSet<Identity>()

    /** The open laps of each thread so far, innermost first. */
    private val ofThreads = HashMap<Int, ArrayList<EndedLap>>()
    private var hasFailed = false

    override fun isOpen(path: CallPath, set: ComponentSet, thread: Int, begin: Long, values: Array<Long?>) {
        try {
            add(path, set, thread, begin, values)
        } catch (failure: Throwable) {
            // Results take precedence; most likely there is no memory.
            if (!hasFailed) printError("timemory: laps still open at the end may be missing from the slow laps: $failure")
            hasFailed = true
        }
    }

    private fun add(path: CallPath, set: ComponentSet, thread: Int, begin: Long, values: Array<Long?>) {
        fun valueOf(type: ComponentType<*>): Long? = set.types.indexOf(type).let { if (it < 0) null else values[it] }
        val time = valueOf(WallClock) ?: if (begin == 0L) 0L else maxOf(0L, now - begin)
        val start = if (begin == 0L) now - time else begin
        val limit = laps.limits.firstOrNull { limit -> valueOf(limit.type).let { it != null && it > limit.most } }
        var inside: List<EndedLap> = emptyList()
        var isThinned = false
        lock.hold {
            if (!seen.add(Identity(path, thread, begin))) return
            val isKept = limit != null && laps.count(path, limit, valueOf(limit.type)!!)
            if (thread >= 0) {
                val ofThread = ofThreads.getOrPut(thread) { ArrayList() }
                isThinned = ofThread.size > MAX_INNER
                if (isKept) inside = ofThread.takeLast(MAX_INNER)
                ofThread.add(EndedLap(path, start, start + time, time, 1, -1 - thread, 0, 0))
            }
            if (!isKept) return
        }
        laps.keep(
            SlowLap(
                path, limit!!, valueOf(limit.type)!!, start, start + time, valueOf(ActiveTime) ?: -1L, thread, -1 - thread, 0, inside,
                trace = null, isThinned, isOpen = true,
            ),
        )
    }
}
