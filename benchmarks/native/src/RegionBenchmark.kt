package benchmarks

import kotlin.time.Duration
import kotlin.time.TimeSource
import kotlin.time.measureTime
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.WallClock
import timemory.measure
import timemory.measureSuspending
import timemory.measuredScope

private const val ROUNDS = 5
private const val REGIONS = 1_000_000

/**
 * What a region with a wall clock costs natively, beside two clock readings, and what a resumption of a coroutine costs, followed or
 * not: the best of some rounds, since everything else that the machine does can only add to it.
 */
fun main() {
    val readings = best { TimeSource.Monotonic.markNow().elapsedNow() }
    val region = best { measure<WallClock>("region") {} }
    println("two readings                         ${readings.inWholeNanoseconds} ns")
    println("region                               ${region.inWholeNanoseconds} ns")
    runBlocking {
        println("resumption                           ${yields()} ns")
        measuredScope {
            println("resumption, followed                 ${yields()} ns")
            measureSuspending<WallClock>("suspending") { println("resumption in a suspending region    ${yields()} ns") }
        }
    }
}

/** What a suspension and resumption on the event loop costs, in nanoseconds. */
private suspend fun yields(): Long =
    (1..ROUNDS).minOf { measureTime { repeat(REGIONS / 10) { yield() } } }.inWholeNanoseconds / (REGIONS / 10)

private inline fun best(once: () -> Unit): Duration =
    (1..ROUNDS).minOf { measureTime { repeat(REGIONS) { once() } } } / REGIONS
