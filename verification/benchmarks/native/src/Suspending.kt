package benchmarks

import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.WallClock
import timemory.measureSuspending
import timemory.measuredScope

/**
 * The cost of suspending and resuming on an event loop: not tracked, tracked, and in a suspending region; and the cost of such a region.
 */
internal val suspendingBenchmarks: Map<String, () -> Double> = mapOf(
    "resume" to { runBlocking { yields() } },
    "resume-measured" to { runBlocking { measuredScope { yields() } } },
    "resume-in-region" to {
        runBlocking {
            measuredScope {
                var cost = 0.0
                measureSuspending<WallClock>("region") { cost = yields() }
                cost
            }
        }
    },
    "suspending-region" to {
        runBlocking {
            measuredScope { nanosecondsEach(YIELDS) { repeat(YIELDS) { measureSuspending<WallClock>("region") {} } } }
        }
    },
)

private const val YIELDS = 100_000

private suspend fun yields(): Double = nanosecondsEach(YIELDS) { repeat(YIELDS) { yield() } }
