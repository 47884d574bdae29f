package timemory.internal.callgraph

import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.results.CoroutineRuns

/**
 * When threads ran the coroutine of one lap of timeline scope. The end of a run may be noticed late, while another thread runs the coroutine
 * already, so runs are added when they end, under a lock.
 */
internal class RecordedRuns {
    private val lock = Lock()
    private var numbers = LongArray(2 * CoroutineRuns.NUMBERS)
    private var used = 0
    private var leftOut = 0L

    /** A run from [begin] to [end] on a thread; [isKept] if the session has room for it. */
    fun add(begin: Long, end: Long, thread: Int, isKept: Boolean) = lock.hold {
        if (!isKept || used == MAX_RUNS * CoroutineRuns.NUMBERS) {
            leftOut++
        } else {
            if (used == numbers.size) numbers = numbers.copyOf(minOf(MAX_RUNS * CoroutineRuns.NUMBERS, 2 * used))
            numbers[used++] = begin
            numbers[used++] = maxOf(0L, end - begin)
            numbers[used++] = thread.toLong()
        }
    }

    /** Those so far, in the order of time. One whose end was noticed late has ended when the next one began. */
    fun now(): CoroutineRuns = lock.hold { CoroutineRuns(inOrder(numbers.copyOf(used)), leftOut) }

    private fun inOrder(runs: LongArray): LongArray {
        val size = CoroutineRuns.NUMBERS
        for (from in size until runs.size step size) {
            val begin = runs[from]
            val duration = runs[from + 1]
            val thread = runs[from + 2]
            var to = from
            while (to > 0 && runs[to - size] > begin) {
                runs.copyInto(runs, to, to - size, to)
                to -= size
            }
            runs[to] = begin
            runs[to + 1] = duration
            runs[to + 2] = thread
        }
        for (at in 0 until runs.size - size step size) runs[at + 1] = minOf(runs[at + 1], runs[at + size] - runs[at])
        return runs
    }

    companion object {
        /** Maximum runs per lap. */
        const val MAX_RUNS: Int = 1_000

        /** Maximum runs per session. */
        const val MAX_IN_ALL: Int = 200_000
    }
}
