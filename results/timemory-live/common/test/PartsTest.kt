package timemory.live

import kotlin.math.abs
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertSame
import kotlin.test.assertTrue
import timemory.FakeClock
import timemory.Timemory
import timemory.bundle
import timemory.fakeNow
import timemory.internal.callgraph.SessionHooks
import timemory.output.CompactFacts
import timemory.repeats
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.session
import timemory.statistics.Statistics

/** Results between two snapshots of a session. */
class PartsTest {
    private val tools = bundle<FakeClock>()

    private fun take(label: String, vararg times: Long) = times.forEach { time -> tools.measure(label) { fakeNow += time } }

    private fun now(): Results = Timemory.results()!!

    private fun Results.node(vararg path: String): CallGraphNode? = get("fake_clock")?.find(*path)

    @Test
    fun aPartHasWhatWasRecordedInItAlone() {
        session {
            take("a", 5, 7)
            take("only before", 1)
            val first = now()
            take("a", 3, 20, 10)
            take("only after", 2, 4)
            val part = now().since(first)
            val a = part.node("a")!!.inclusive
            assertEquals(3, a.laps)
            assertEquals(33, a.exactSum)
            assertEquals(10L, a.last)
            assertEquals(3.0, a.statistics[0].min)
            assertEquals(20.0, a.statistics[0].max)
            assertEquals(73.0, a.statistics[0].variance, 1e-9)
            assertNull(part.node("only before"))
            assertEquals(6, part.node("only after")!!.inclusive.exactSum)
        }
    }

    /** They may have been merged into one row since the first time. */
    @Test
    fun rowsOverTimeAreInNoPart() {
        val rows = object : CompactFacts {
            override val overTime get() = Pair(emptyList<Metric.Number>(), emptyList<DoubleArray>())
        }
        SessionHooks.series = { _, _ -> rows }
        try {
            session {
                take("a", 1)
                val first = now()
                take("a", 1)
                assertSame(rows, now().attachments)
                assertNull(now().since(first).attachments)
            }
        } finally {
            SessionHooks.series = null
        }
    }

    @Test
    fun theSmallestAndTheLargestAreUnknownWhereTheyMayHaveComeBefore() {
        session {
            take("a", 1, 100)
            val first = now()
            take("a", 5, 7)
            val statistics = now().since(first).node("a")!!.inclusive.statistics[0]
            assertTrue(statistics.min.isNaN() && statistics.max.isNaN())
            assertEquals(2.0, statistics.variance, 1e-9)
        }
    }

    @Test
    fun whereThereIsADistributionItHasThatOfThePart() {
        session({ percentiles = "50" }) {
            take("a", 1, 100, 100, 100)
            val first = now()
            take("a", 5, 7, 9)
            val a = now().since(first).node("a")!!.inclusive
            assertEquals(7.0, a.percentile(50.0))
            assertEquals(5.0, a.statistics[0].min)
            assertEquals(9.0, a.statistics[0].max)
            assertEquals(3, a.histogram().sumOf { it.count })
        }
    }

    @Test
    fun theOnlyLapOfAPartIsItsSmallestAndItsLargest() {
        session {
            take("a", 1, 100)
            val first = now()
            take("a", 5)
            val statistics = now().since(first).node("a")!!.inclusive.statistics[0]
            assertEquals(listOf(5.0, 5.0, 0.0), listOf(statistics.min, statistics.max, statistics.standardDeviation))
        }
    }

    @Test
    fun aLapThatWasOpenCountsWithWhatItTookSince() {
        session {
            tools.measure("open") {
                fakeNow += 5
                val first = now()
                fakeNow += 7
                val second = now()
                val open = second.since(first).node("open")!!.inclusive
                assertEquals(listOf(1L, 1L, 7L), listOf(open.laps, open.openLaps, open.exactSum))
            }
            val first = now()
            assertNull(now().since(first)["fake_clock"])
        }
    }

    @Test
    fun lapsThatEndedBelongToWhatTheyTookFromTheirStart() {
        session {
            take("open", 2)
            val first = now()
            tools.measure("open") {
                fakeNow += 5
                val second = now()
                assertEquals(listOf(2L, 7L), second.node("open")!!.inclusive.let { listOf(it.laps, it.exactSum) })
                assertEquals(1L to 2.0, second.node("open")!!.inclusive.let { it.endedLaps to it.endedSum })
                assertEquals(0L to 0.0, second.since(first).node("open")!!.inclusive.let { it.endedLaps to it.endedSum })
                fakeNow += 7
            }
            val third = now()
            assertEquals(2L to 14.0, third.node("open")!!.inclusive.let { it.endedLaps to it.endedSum })
            tools.measure("open") {
                fakeNow += 100
                val part = now().since(third).node("open")!!.inclusive
                assertEquals(0L to 0.0, part.endedLaps to part.endedSum)
                val fourth = now()
                fakeNow += 1
                take("other", 1)
                assertEquals(0.0, now().since(fourth).node("open")!!.inclusive.endedSum)
            }
            assertEquals(1L to 102.0, now().since(third).node("open")!!.inclusive.let { it.endedLaps to it.endedSum })
        }
    }

    @Test
    fun exclusiveValuesAreThoseOfThePart() {
        session {
            repeat(2) { tools.measure("a") { fakeNow += 3; take("b", 4) } }
            val first = now()
            tools.measure("a") { fakeNow += 10; take("b", 20) }
            val a = now().since(first).node("a")!!
            assertEquals(listOf(30L, 10L), listOf(a.inclusive.exactSum, a.exclusiveExact()))
        }
    }

    @Test
    fun newerResultsHaveNoPartInOlderOnes() {
        session {
            take("a", 1)
            val first = now()
            take("a", 1)
            val second = now()
            assertFailsWith<IllegalArgumentException> { first.since(second) }
        }
    }

    @Test
    fun problemsAreThoseThatWereNotKnownBefore() {
        session {
            tools.push("pushed")
            Timemory.popRegion("never pushed")
            val first = now()
            assertEquals(1, first.problems.size)
            assertEquals(emptyList(), now().since(first).problems)
            tools.pop("pushed")
        }
    }

    /** Random nested regions, with results collected at random times: the parts add up to the whole. */
    @Test
    fun partsThatFollowEachOtherAddUpToTheWhole() {
        repeat(repeats(20, thorough = 100)) { seed ->
            val random = Random(seed)
            val moments = ArrayList<Results>()
            val whole = session {
                take("first", 1)
                moments.add(now())
                fun nest(depth: Int) {
                    repeat(random.nextInt(4)) {
                        if (random.nextInt(6) == 0) moments.add(now())
                        tools.measure("r${random.nextInt(3)}") {
                            fakeNow += random.nextLong(100)
                            if (depth < 4) nest(depth + 1)
                            fakeNow += random.nextLong(100)
                        }
                    }
                }
                repeat(10) { nest(0) }
                moments.add(now())
            }
            val parts = listOf(moments.first()) + moments.zipWithNext { earlier, later -> later.since(earlier) }
            for (node in whole["fake_clock"]!!.nodes()) {
                val path = pathOf(whole["fake_clock"]!!, node)
                val found = parts.mapNotNull { it.node(*path) }
                val where = "seed $seed: ${path.toList()}"
                assertEquals(node.inclusive.exactSum, found.sumOf { it.inclusive.exactSum!! }, where)
                assertEquals(node.exclusiveExact(), found.sumOf { it.exclusiveExact()!! }, where)
                assertEquals(node.inclusive.laps, found.sumOf { it.inclusive.laps - it.inclusive.openLaps }, where)
                val squares = found.map { it.inclusive.statistics[0] }.filter { !it.squaresAroundMean.isNaN() }
                assertTrue(squares.all { it.squaresAroundMean >= 0.0 }, where)
            }
            for ((earlier, later) in moments.zipWithNext()) checkSpread(earlier, later, "seed $seed")
        }
    }

    /** Checks that the spread is consistent with the numbers at both times. */
    private fun checkSpread(earlier: Results, later: Results, where: String) {
        val graph = later["fake_clock"]!!
        val part = later.since(earlier)["fake_clock"] ?: return
        for (node in part.nodes()) {
            val path = pathOf(part, node)
            val before = earlier.node(*path)?.inclusive?.statistics?.get(0) ?: continue
            val statistics = node.inclusive.statistics[0]
            if (statistics.squaresAroundMean.isNaN()) continue
            val all = Statistics().also {
                it.add(before)
                it.add(statistics)
            }
            val expected = graph.find(*path)!!.inclusive.statistics[0].squaresAroundMean
            assertTrue(abs(all.squaresAroundMean - expected) <= 1e-6 * maxOf(1.0, expected), "$where: ${path.toList()}")
        }
    }

    private fun pathOf(graph: CallGraph, node: CallGraphNode): Array<String> {
        val path = ArrayList<String>()
        for (each in graph.nodes()) {
            while (path.size > each.depth) path.removeAt(path.lastIndex)
            path.add(each.label)
            if (each === node) break
        }
        return path.toTypedArray()
    }
}
