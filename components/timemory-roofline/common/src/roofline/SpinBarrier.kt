package timemory.roofline

import kotlin.concurrent.Volatile
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch

/**
 * Lets [threads] threads start at the same time: they spin while waiting for each other, because waking up takes longer than the measured
 * work.
 */
@OptIn(ExperimentalAtomicApi::class)
internal class SpinBarrier(private val threads: Int) {
    private val arrived = AtomicInt(0)

    @Volatile
    private var isBroken = false

    /** How many passes a trial has, on every thread. */
    @Volatile
    var passes = 1L

    /** How many trials to run before the threads check whether they need more. */
    @Volatile
    var trials = 1

    /** Waits until all threads have arrived. Throws if one of them has failed and will never arrive. */
    fun await() {
        val round = (arrived.incrementAndFetch() - 1) / threads
        var spins = 0
        while (arrived.load() < (round + 1) * threads) {
            check(!isBroken) { ANOTHER_FAILED }
            if (++spins > MAX_SPINS) yieldThread()
        }
    }

    /**
     * Runs [body] on all threads at once, with their indexes from 0. If one fails, the others stop waiting and fail as well, and its
     * exception is thrown.
     */
    fun <R> run(body: (Int) -> R): List<R> {
        val all = onThreads(threads) { thread -> runCatching { body(thread) }.onFailure { isBroken = true } }
        val failures = all.mapNotNull { it.exceptionOrNull() }
        (failures.firstOrNull { it.message != ANOTHER_FAILED } ?: failures.firstOrNull())?.let { throw it }
        return all.map { it.getOrThrow() }
    }

    private companion object {
        /** The message of threads that waited for one that failed. */
        const val ANOTHER_FAILED = "another thread failed"
        const val MAX_SPINS = 10_000
    }
}
