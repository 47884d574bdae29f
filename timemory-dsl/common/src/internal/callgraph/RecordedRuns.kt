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

    /** Those so far. */
    fun now(): CoroutineRuns = lock.hold { CoroutineRuns(numbers.copyOf(used), leftOut) }

    companion object {
        /** Of one lap. */
        const val MAX_RUNS: Int = 1_000

        /** Of a session. */
        const val MAX_IN_ALL: Int = 200_000
    }
}
