package benchmarks

import kotlin.time.Duration
import kotlin.time.TimeSource
import kotlin.time.measureTime
import timemory.WallClock
import timemory.measure

private const val ROUNDS = 5
private const val REGIONS = 1_000_000

/**
 * What a region with a wall clock costs natively, beside two clock readings: the best of some rounds, since everything else that the
 * machine does can only add to it.
 */
fun main() {
    val readings = best { TimeSource.Monotonic.markNow().elapsedNow() }
    val region = best { measure<WallClock>("region") {} }
    println("two readings  ${readings.inWholeNanoseconds} ns")
    println("region        ${region.inWholeNanoseconds} ns")
}

private inline fun best(once: () -> Unit): Duration =
    (1..ROUNDS).minOf { measureTime { repeat(REGIONS) { once() } } } / REGIONS
