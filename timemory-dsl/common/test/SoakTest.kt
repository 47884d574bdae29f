@file:OptIn(ExperimentalAtomicApi::class)

package timemory

import kotlin.concurrent.atomics.AtomicLong
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.fetchAndIncrement
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.wallNanoseconds

/**
 * Two threads and ten thousand coroutines for as long as the environment variable `SOAK_SECONDS` says, by default two seconds, ten in a
 * thorough build; the program counts each lap as well.
 */
class SoakTest {
    private val tools = bundle<TripCount, WallClock, FakeWork>()
    private val threads = (Dispatchers.Default.limitedParallelism(2)).measured() as CoroutineDispatcher
    private val elsewhere = Dispatchers.Default.measured()

    @Test
    fun everyLapOfManyCoroutinesIsCounted() {
        val seconds = environmentVariables()["SOAK_SECONDS"]?.toInt() ?: repeats(2, thorough = 10)
        val rounds = AtomicLong(0L)
        val hops = AtomicLong(0L)
        val children = AtomicLong(0L)
        val results = coroutineSession({ percentiles = "50,99" }) {
            tools.measureSuspending("all") {
                val end = wallNanoseconds() + seconds * 1_000_000_000L
                coroutineScope {
                    repeat(COROUTINES) { i ->
                        launch(threads) {
                            val random = Random(i)
                            do {
                                tools.measureSuspending("round") {
                                    rounds.fetchAndIncrement()
                                    workHere(1)
                                    when (random.nextInt(4)) {
                                        0 -> yield()
                                        1 -> delay(random.nextLong(1, 5))
                                        2 -> withContext(elsewhere) {
                                            hops.fetchAndIncrement()
                                            workHere(10)
                                            tools.measure("hop") { }
                                        }
                                        else -> async {
                                            children.fetchAndIncrement()
                                            tools.measureSuspending("child") { yield() }
                                        }.await()
                                    }
                                    workHere(1)
                                    tools.measure("end") { }
                                }
                            } while (wallNanoseconds() < end)
                        }
                    }
                }
            }
        }
        println("${rounds.load()} rounds of $COROUTINES coroutines in $seconds s, every lap counted")
        val expected = mapOf("round" to rounds.load(), "end" to rounds.load(), "hop" to hops.load(), "child" to children.load())
        val below = results["trip_count"]!!.nodes().filter { it.label != "all" }.associate { it.label to it.inclusive.laps }
        assertEquals(expected, below)
        assertEquals(2 * rounds.load() + 10 * hops.load(), results["fake_work"]!!.find("all", "round")!!.inclusive.exactSum)
        val ends = results["wall_clock"]!!.find("all", "round", "end")!!.inclusive
        assertEquals(rounds.load(), ends.histogram().sumOf { it.count })
        assertEquals(rounds.load(), results["active_time"]!!.find("all", "round")!!.inclusive.laps)
        assertEquals(emptyList(), results.problems)
    }

    private companion object {
        const val COROUTINES = 10_000
    }
}
