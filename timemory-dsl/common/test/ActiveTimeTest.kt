@file:OptIn(ExperimentalAtomicApi::class)

package timemory

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.internal.callgraph.ActiveClock
import timemory.internal.platform.pause
import timemory.internal.platform.wallNanoseconds
import timemory.results.Results

/** Active and suspended time of a region are never negative and add up to its wall time, with and without child regions. */
class ActiveTimeTest {
    private val tools = bundle<WallClock>()

    private fun assertTimesAddUp(results: Results) {
        val all = listOf("wall_clock", "active_time", "suspended_time").map { results[it]!!.nodes().toList() }
        for ((i, wall) in all[0].withIndex()) {
            val (active, suspended) = listOf(all[1][i], all[2][i])
            val what = "${wall.label}: wall ${wall.inclusive.exactSum}, active ${active.inclusive.exactSum}, suspended " +
                "${suspended.inclusive.exactSum}"
            assertEquals(listOf(wall.label, wall.label), listOf(active.label, suspended.label))
            assertEquals(wall.inclusive.laps, active.inclusive.laps, what)
            assertEquals(wall.inclusive.exactSum!!, active.inclusive.exactSum!! + suspended.inclusive.exactSum!!, what)
            assertEquals(wall.exclusiveExact()!!, active.exclusiveExact()!! + suspended.exclusiveExact()!!, what)
            for (node in listOf(wall, active, suspended)) assertTrue(
                node.exclusiveExact()!! >= 0L &&
                    node.inclusive.statistics[0].min >= 0.0,
                what,
            )
        }
    }

    @Test
    fun aSliceWhoseEndComesLateDoesNotCountTwice() {
        val results = session {
            val strand = Strand.here()
            var slice = strand.resume()
            val outer = tools.open("outer", strand)
            repeat(20) { round ->
                var inner = tools.open("inner", strand)
                // Other threads take it up and suspend it again before this one has let go of it.
                repeat(1 + round % 3) {
                    inThreads(1) {
                        strand.resume().use {
                            spin(20_000)
                            inner.close()
                            inner = tools.open("other thread", strand)
                        }
                    }
                }
                spin(20_000)
                slice.close()
                slice = strand.resume()
                inner.close()
            }
            outer.close()
            slice.close()
        }
        assertTimesAddUp(results)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun whatPassesBetweenSlicesIsSuspended() {
        var between = 0L
        val results = session {
            val strand = Strand.here()
            var slice = strand.resume()
            val region = tools.open("region", strand)
            repeat(5) {
                slice.close()
                val end = wallNanoseconds()
                pause(microseconds = 2_000)
                between += wallNanoseconds() - end
                slice = strand.resume()
            }
            region.close()
            slice.close()
        }
        assertTimesAddUp(results)
        val suspended = results["suspended_time"]!!.find("region")!!.inclusive.exactSum!!
        assertTrue(between > 0L && suspended >= between, "suspended $suspended, and $between between the slices")
    }

    @Test
    fun producersAndConsumersAddUp() = assertTimesAddUp(
        coroutineSession {
            withContext(Dispatchers.Default.measured()) {
                val channel = Channel<Int>(1)
                launch {
                    tools.measureSuspending("producer") {
                        repeat(3000) { i -> tools.measureSuspending("send") { channel.send(i) } }
                    }; channel.close()
                }
                repeat(3) {
                    launch {
                        tools.measureSuspending("consumer") {
                            do {
                                val isOver = tools.measureSuspending("receive") { channel.receiveCatching().isClosed }
                            } while (!isOver)
                        }
                    }
                }
            }
        },
    )

    @Test
    fun randomProgramsAddUp() {
        for (seed in 1..200) {
            val results = coroutineSession { tools.measureSuspending("all") { program(Random(seed), 0) } }
            assertTimesAddUp(results)
        }
    }

    private suspend fun program(random: Random, depth: Int): Unit = coroutineScope {
        repeat(1 + random.nextInt(3)) { if (depth < 4) step(random, depth) else yield() }
    }

    private suspend fun CoroutineScope.step(random: Random, depth: Int) {
        when (random.nextInt(7)) {
            0 -> yield()
            1 -> delay(1)
            2 -> withContext(Dispatchers.Default.measured()) { program(random, depth + 1) }
            3 -> Random(random.nextInt()).let { its ->
                launch(Dispatchers.Default.measured()) { tools.measureSuspending("child") { program(its, depth + 1) } }
            }
            else -> tools.measureSuspending("r${random.nextInt(3)}") { program(random, depth + 1) }
        }
    }

    /** Against a model that looks at each tick: the clock moves with it where any slice runs, once. */
    @Test
    fun theClockGoesWhileAnyThreadRunsTheCoroutine() {
        for (seed in 1..500) {
            val random = Random(seed)
            val clock = ActiveClock()
            var now = random.nextLong(1000)
            var expected = 0L
            val running = arrayListOf(clock.resume(now))
            repeat(50) {
                val shownEarlier = clock.at(now)
                val passed = random.nextLong(4)
                now += passed
                if (running.isNotEmpty()) expected += passed
                when (random.nextInt(4)) {
                    0 -> running.add(clock.resume(now))
                    1 -> if (running.isNotEmpty()) running.removeAt(random.nextInt(running.size)).end(now)
                    2 -> if (running.isEmpty()) clock.pause(now)
                }
                val shown = clock.at(now)
                assertEquals(expected, shown, "seed $seed")
                assertEquals(shown, clock.readBy(now))
                assertTrue(shown - shownEarlier in 0L..passed, "seed $seed: from $shownEarlier to $shown in $passed")
            }
        }
    }

    /** As after a `withContext` whose block ends before its caller has suspended: the caller is never released. */
    @Test
    fun aThreadThatGoesOnAfterAnotherHadTheCoroutineIsActive() {
        val ticks = 2_000_000L
        var spun = 0L
        val results = session {
            val strand = Strand.here()
            strand.resume().use {
                val around = tools.open("around", strand)
                repeat(3) {
                    inThreads(1) { strand.resume().use { tools.open("block", strand).close() } }
                    spun += spin(ticks)
                }
                tools.open("after", strand).use { spun += spin(ticks) }
                around.close()
            }
        }
        val active = results["active_time"]!!
        assertTrue(active.find("around")!!.inclusive.exactSum!! >= spun)
        assertTrue(active.find("around", "after")!!.inclusive.exactSum!! >= ticks)
        assertTimesAddUp(results)
        assertEquals(emptyList(), results.problems)
    }

    /** The second thread lets go late, when the first one has closed the region that both were in, and opened another. */
    @Test
    fun aSliceThatEndsAfterItsCallerWentOnTakesNothingFromItsRegions() {
        val ticks = 1_000_000L
        val results = session {
            val strand = Strand.here()
            val steps = Steps()
            inThreads(2) { thread ->
                if (thread == 0) {
                    lateinit var slice: Strand.Slice
                    steps.at(1) { slice = strand.resume() }
                    steps.at(3) { slice.close() }
                } else {
                    strand.resume().use {
                        lateinit var region: OpenRegion
                        steps.at(0) { region = tools.open("first", strand) }
                        steps.at(2) {
                            region.close()
                            region = tools.open("next", strand)
                            spin(ticks)
                        }
                        steps.at(4) {
                            spin(ticks)
                            region.close()
                        }
                    }
                }
            }
        }
        assertTrue(results["active_time"]!!.find("next")!!.inclusive.exactSum!! >= 2 * ticks)
        assertTimesAddUp(results)
        assertEquals(emptyList(), results.problems)
    }

    /** Threads take steps in a fixed order. */
    private class Steps {
        private val next = AtomicInt(0)

        fun at(step: Int, action: () -> Unit) {
            while (next.load() != step) pause(microseconds = 20)
            action()
            next.store(step + 1)
        }
    }

    @Test
    fun theFirstSuspendingRegionIsNotActiveForLongerThanItLasts() {
        // In a separate session, with components whose first instances are created meanwhile.
        val wide = bundleOf(listOf<ComponentType<*>>(WallClock, ThreadCpuClock, CpuClock, PeakRss, PageRss, TripCount))
        val results = coroutineSession { wide.measureSuspending("first") { spin(1000) } }
        assertTimesAddUp(results)
    }

    @Test
    fun regionsThatAreOpenTellTheirActiveAndSuspendedTimeSoFar() {
        val results = session {
            val strand = Strand.here()
            strand.resume().use {
                tools.open("open", strand)
                tools.open("inner", strand)
                spin(10_000)
            }
            strand.resume().close()
            tools.measure("later") { spin(10_000) }
        }
        val (wall, active, suspended) =
            listOf("wall_clock", "active_time", "suspended_time").map { results[it]!!.find("open", "inner")!!.inclusive }
        for (totals in listOf(wall, active, suspended)) assertEquals(listOf(1L, 1L), listOf(totals.laps, totals.openLaps))
        assertEquals(wall.exactSum!!, active.exactSum!! + suspended.exactSum!!)
        assertTrue(
            active.exactSum!! >= 10_000L && suspended.exactSum!! >= 10_000L,
            "active ${active.exactSum}, suspended ${suspended.exactSum}",
        )
        assertEquals("open 1 1 0\n  inner 1 1 1", results.graph("suspensions"))
    }

    /** Spins for at least [nanoseconds] and returns the time spent. */
    private fun spin(nanoseconds: Long): Long {
        val begin = wallNanoseconds()
        while (true) {
            val spun = wallNanoseconds() - begin
            if (spun >= nanoseconds) return spun
        }
    }
}
