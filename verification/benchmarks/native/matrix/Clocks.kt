package benchmarks

import kotlin.time.TimeSource

/**
 * The time of one operation of [block], which does [operations] of them, in nanoseconds: the median of several batches after a warm-up
 * batch.
 */
internal inline fun nanosecondsEach(operations: Int, block: () -> Unit): Double {
    block()
    val batches = DoubleArray(BATCHES) {
        val begin = TimeSource.Monotonic.markNow()
        block()
        begin.elapsedNow().inWholeNanoseconds.toDouble() / operations
    }
    batches.sort()
    return batches[BATCHES / 2]
}

/** Like [nanosecondsEach], for one operation. */
internal inline fun nanosecondsOf(repetitions: Int = REPETITIONS, crossinline operation: () -> Unit): Double =
    nanosecondsEach(repetitions) { for (i in 0 until repetitions) operation() }

internal const val REPETITIONS = 1_000_000
private const val BATCHES = 5
