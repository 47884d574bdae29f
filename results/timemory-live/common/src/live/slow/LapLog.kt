@file:OptIn(ExperimentalAtomicApi::class)

package timemory.live.slow

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

private const val MIN_CAPACITY = 16
private const val MAX_CAPACITY = 512
private const val NEVER = Long.MIN_VALUE

private val numbers = AtomicInt(0)

/** Shared by all logs, because native locks are never freed. */
private val locks = Array(64) { Lock() }

/** Consecutive laps with the same call path are joined into one entry if each takes less than this, in nanoseconds. */
private const val JOINED_BELOW = 1_000_000L

/**
 * Laps that have ended, in the order of their ends. They are needed to show what happened inside a lap that turns out to be slow.
 *
 * There is one log per thread, and one per open suspending region, for the laps of its coroutine and of coroutines that it launched. When
 * such a region ends, its log is appended to that of the enclosing region.
 *
 * A log has at most 512 entries. Beyond that, the shortest entries of the older half are dropped: recent entries are kept for laps that end
 * next, and the longest earlier ones for laps that are still open. [lostSince] tells for which laps it is incomplete.
 *
 * ### Thread-safety
 * Any thread may add to the log of a suspending region; a thread's log is only for that thread.
 *
 * @param lap the suspending region; `null` for a thread
 */
internal class LapLog(
    val lap: SuspendingLap? = null,
    var outer: LapLog? = null,
) {
    /** Identifies the suspending region in its laps; 0 for a thread's log. */
    val number: Int = if (lap == null) 0 else numbers.incrementAndFetch()

    private val lock = if (lap == null) null else locks[number and locks.size - 1]
    private var paths = arrayOfNulls<CallPath>(MIN_CAPACITY)
    private var begins = LongArray(MIN_CAPACITY)
    private var ends = LongArray(MIN_CAPACITY)
    private var times = LongArray(MIN_CAPACITY)
    private var counts = IntArray(MIN_CAPACITY)
    private var executorIds = IntArray(MIN_CAPACITY)
    private var numbered = IntArray(MIN_CAPACITY)
    private var parentIds = IntArray(MIN_CAPACITY)
    private var size = 0
    private var isOver = false

    /** The start of the latest lap that was dropped. */
    private var lostSince = NEVER

    /** Adds a lap that has ended: see [EndedLap]. */
    fun add(path: CallPath, begin: Long, end: Long, runner: Int, number: Int, within: Int) {
        if (lock == null) addHere(path, begin, end, end - begin, 1, runner, number, within)
        else lock.hold { addHere(path, begin, end, end - begin, 1, runner, number, within) }
    }

    private fun addHere(path: CallPath, begin: Long, end: Long, time: Long, count: Int, runner: Int, number: Int, within: Int) {
        if (isOver || number == 0 && isJoined(path, begin, end, time, count, runner, within)) return
        if (size == paths.size) if (size < MAX_CAPACITY) grow() else evict()
        paths[size] = path
        begins[size] = begin
        ends[size] = end
        times[size] = time
        counts[size] = count
        executorIds[size] = runner
        numbered[size] = number
        parentIds[size] = within
        size++
    }

    /**
     * Joins a lap with the last entry if possible, and returns whether it did. Not if other laps may be inside either of them: those would
     * be between the two.
     */
    private fun isJoined(path: CallPath, begin: Long, end: Long, time: Long, count: Int, runner: Int, within: Int): Boolean {
        val before = size - 1
        if (before < 0 || paths[before] !== path || executorIds[before] != runner || parentIds[before] != within) return false
        if (numbered[before] != 0 || time >= JOINED_BELOW * count) return false
        if (begin < ends[before] || times[before] >= JOINED_BELOW * counts[before]) return false
        ends[before] = end
        times[before] += time
        counts[before] += count
        return true
    }

    private fun grow() {
        val room = 2 * size
        paths = paths.copyOf(room)
        begins = begins.copyOf(room)
        ends = ends.copyOf(room)
        times = times.copyOf(room)
        counts = counts.copyOf(room)
        executorIds = executorIds.copyOf(room)
        numbered = numbered.copyOf(room)
        parentIds = parentIds.copyOf(room)
    }

    private fun evict() {
        val older = size / 2
        val lengths = LongArray(older) { ends[it] - begins[it] }
        lengths.sort()
        val limit = lengths[older / 2]
        var kept = 0
        for (i in 0 until size) {
            if (i < older && ends[i] - begins[i] <= limit) {
                if (begins[i] > lostSince) lostSince = begins[i]
                continue
            }
            if (kept != i) move(i, kept)
            kept++
        }
        paths.fill(null, kept, size)
        size = kept
    }

    private fun move(from: Int, to: Int) {
        paths[to] = paths[from]
        begins[to] = begins[from]
        ends[to] = ends[from]
        times[to] = times[from]
        counts[to] = counts[from]
        executorIds[to] = executorIds[from]
        numbered[to] = numbered[from]
        parentIds[to] = parentIds[from]
    }

    /** Removes all entries, because none of them is inside an open lap. */
    fun clear() {
        if (size > 0) paths.fill(null, 0, size)
        size = 0
        lostSince = NEVER
    }

    /** Returns the laps that ended inside the lap at [path] that started at [begin]. */
    fun inside(
        path: CallPath,
        begin: Long,
    ): List<EndedLap> = if (lock == null) insideHere(path, begin) else lock.hold { insideHere(path, begin) }

    private fun insideHere(path: CallPath, begin: Long): List<EndedLap> {
        val all = ArrayList<EndedLap>()
        for (i in 0 until size) {
            if (begins[i] >= begin && paths[i]!!.isBelow(path)) {
                all.add(EndedLap(paths[i]!!, begins[i], ends[i], times[i], counts[i], executorIds[i], numbered[i], parentIds[i]))
            }
        }
        return all
    }

    /** Returns whether any laps that ended since [begin] were dropped. */
    fun hasLost(begin: Long): Boolean = lostSince >= begin

    /** Called when the suspending region ends: appends the entries to the log of the enclosing region. */
    fun end() {
        val taken = LapLog()
        val around = lock!!.hold {
            isOver = true
            moveTo(taken)
            outer.also { outer = null }
        }
        around?.addAll(taken)
    }

    private fun moveTo(other: LapLog) {
        other.paths = paths
        other.begins = begins
        other.ends = ends
        other.times = times
        other.counts = counts
        other.executorIds = executorIds
        other.numbered = numbered
        other.parentIds = parentIds
        other.size = size
        other.lostSince = lostSince
        paths = arrayOfNulls(0)
        size = 0
    }

    /** Never holds two locks at once, because the logs may share one. */
    private fun addAll(other: LapLog) = lock!!.hold {
        if (other.lostSince > lostSince) lostSince = other.lostSince
        for (i in 0 until other.size) {
            addHere(
                other.paths[i]!!, other.begins[i], other.ends[i], other.times[i], other.counts[i], other.executorIds[i], other.numbered[i],
                other.parentIds[i],
            )
        }
    }
}

private fun CallPath.isBelow(path: CallPath): Boolean {
    var above = parent
    while (above != null && above.depth >= path.depth) {
        if (above === path) return true
        above = above.parent
    }
    return false
}

/**
 * A lap that ended inside a slow one, or several consecutive ones with the same call path.
 *
 * @property begin the start of the first, in nanoseconds of the wall clock
 * @property end the end of the last
 * @property time their total duration
 * @property runner identifies the coroutine or thread that ran it: one with a different ID than its parent ran concurrently
 * @property number the ID of a suspending region, to which the laps in it refer; 0 otherwise
 * @property within the number of the suspending region that it was in; 0 for none
 */
internal class EndedLap(
    val path: CallPath,
    val begin: Long,
    val end: Long,
    val time: Long,
    val count: Int,
    val runner: Int,
    val number: Int,
    val within: Int,
)
