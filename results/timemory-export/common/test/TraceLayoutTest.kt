package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.export.data.ResultsBuilder
import timemory.export.internal.Series
import timemory.export.internal.TraceLayout
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.statistics.ReadNumber

class TraceLayoutTest {
    private fun slices(results: Results): List<String> {
        val lines = ArrayList<String>()
        TraceLayout(Series(results["fake_clock"]!!, 0)).forEach(
            begin = { lines += "${it.track} ${it.node.label} ${it.start}..${it.end}" + if (it.isApart) " below ${it.below}" else "" },
            end = { lines += "${it.track} end ${it.end}" },
        )
        return lines
    }

    @Test
    fun sumsOfLapsStandBehindEachOtherInsideTheirParent() {
        val results = session {
            repeat(2) {
                measure<FakeClock>("a") {
                    pass(1)
                    measure<FakeClock>("b") { pass(2) }
                    measure<FakeClock>("c") { pass(3) }
                }
            }
            measure<FakeClock>("d") { pass(5) }
        }
        assertEquals(
            listOf("0 a 0..12", "0 b 0..4", "0 end 4", "0 c 4..10", "0 end 10", "0 end 12", "0 d 12..17", "0 end 17"),
            slices(results),
        )
    }

    @Test
    fun lapsOfATimelineStandWhereTheyWereAndNeverReachBeyondTheOneAround() {
        val results = session {
            measure<FakeClock>("a", Scope.TIMELINE) {
                pass(1_000_000_000)
                measure<FakeClock>("b", Scope.TIMELINE) { pass(1_000_000_000) }
            }
            measure<FakeClock>("a", Scope.TIMELINE) { pass(10) }
        }
        val nodes = results["fake_clock"]!!.nodes().toList()
        assertTrue(nodes[0].start >= 0 && nodes[1].start > nodes[0].start && nodes[2].start > nodes[1].start)
        val (outer, inner) = slices(results).take(2).map { line -> line.substringAfterLast(' ').split("..").map { it.toLong() } }
        assertEquals(2_000_000_000, outer[1] - outer[0])
        assertEquals(nodes[1].start, inner[0])
        assertTrue(inner[1] <= outer[1], "$inner in $outer")
    }

    private class Built {
        private val builder = ResultsBuilder()
        private val graph =
            builder.graph(Metric("fake_clock", "fake", "", Binding.WALL, listOf(Metric.Number("", Quantity.TIME, "", true))))

        fun node(parent: CallGraphNode?, label: String, thread: Int, isConcurrent: Boolean, sum: Double, begin: Long = -1L): CallGraphNode {
            val node = if (begin < 0L) graph.node(parent, label) else graph.newNode(parent, label)
            graph.record(node, 1, 0, sum.toLong(), listOf(ReadNumber(1, sum, sum, sum, sum, 0.0)))
            graph.note(node, listOf(thread), isConcurrent, 0.0)
            graph.noteStart(node, begin)
            return node
        }

        fun results() = builder.build()
    }

    @Test
    fun whatRanBesideStandsOnTheTrackOfItsThread() {
        val built = Built()
        val main = built.node(null, "main", 0, false, 10.0)
        val worker = built.node(main, "worker", 1, true, 30.0)
        built.node(worker, "inner", 1, false, 20.0)
        built.node(main, "late", 1, true, 5.0)
        assertEquals(
            listOf(
                "0 main 0..10", "0 end 10", "1 worker 0..30 below 0", "1 inner 0..20", "1 end 20", "1 end 30", "1 late 30..35 below 0",
                "1 end 35",
            ),
            slices(built.results()),
        )
    }

    /** This happens with coroutines: slices of one track must not start while another one is open that does not contain them. */
    @Test
    fun whatRanConcurrentlyOnTheSameThreadStandsAfterTheRegionItHangsBelow() {
        val built = Built()
        val main = built.node(null, "main", 0, false, 10.0)
        val job = built.node(main, "job", 0, true, 30.0)
        built.node(job, "child", 0, true, 7.0)
        built.node(main, "wait", 0, false, 4.0)
        built.node(null, "next", 0, false, 2.0)
        val found = slices(built.results())
        assertEquals(
            listOf(
                "0 main 0..10", "0 wait 0..4", "0 end 4", "0 end 10", "0 next 10..12", "0 end 12", "0 job 12..42 below 0", "0 end 42",
                "0 child 42..49 below 3", "0 end 49",
            ),
            found,
        )
    }

    @Test
    fun whatIsLongerThanTheRegionAroundItStandsApartAsLongAsItIs() {
        val built = Built()
        val main = built.node(null, "main", 0, false, 10.0)
        built.node(main, "first", 0, false, 8.0)
        val longer = built.node(main, "longer", 0, false, 9.0)
        built.node(longer, "inner", 0, false, 9.0)
        built.node(main, "last", 0, false, 2.0)
        assertEquals(
            listOf(
                "0 main 0..10", "0 first 0..8", "0 end 8", "0 last 8..10", "0 end 10", "0 end 10",
                "0 longer 10..19 below 0", "0 inner 10..19", "0 end 19", "0 end 19",
            ),
            slices(built.results()),
        )
    }

    @Test
    fun whatRoundingAddsIsCutOff() {
        val built = Built()
        val main = built.node(null, "main", 0, false, 10_000.0)
        built.node(main, "all", 0, false, 10_001.0)
        assertEquals(listOf("0 main 0..10000", "0 all 0..10000", "0 end 10000", "0 end 10000"), slices(built.results()))
    }

    /** In a pool whose tasks submit others, each stays at its own time, whatever their order in the call graph. */
    @Test
    fun lapsOfOneThreadStandInTheOrderInWhichTheyBegan() {
        val built = Built()
        val main = built.node(null, "main", 0, false, 100.0, begin = 0L)
        val first = built.node(main, "first", 1, true, 10.0, begin = 5L)
        built.node(first, "nested", 1, true, 10.0, begin = 20L)
        built.node(main, "second", 1, true, 10.0, begin = 40L)
        assertEquals(
            listOf(
                "0 main 0..100", "0 end 100", "1 first 5..15 below 0", "1 end 15", "1 nested 20..30 below 1", "1 end 30",
                "1 second 40..50 below 0", "1 end 50",
            ),
            slices(built.results()),
        )
    }

    /** Chrome and Perfetto: the regions on each track are properly nested, and each is as long as its value. */
    @Test
    fun tracesOfManyTasksAreInOrderOnEachTrack() {
        val built = Built()
        var parent = built.node(null, "main", 0, false, 1_000.0)
        for (i in 1..200) {
            val task = built.node(parent, "task $i", i * 7 % 3, i % 4 != 0, (i * 37 % 101).toDouble())
            if (i % 5 == 0) parent = task
        }
        val ends = HashMap<Int, Long>()
        val open = HashMap<Int, ArrayList<TraceLayout.Slice>>()
        val met = ArrayList<TraceLayout.Slice>()
        val series = Series(built.results()["fake_clock"]!!, 0)
        TraceLayout(series).forEach(
            begin = { slice ->
                val around = open.getOrPut(slice.track) { ArrayList() }
                assertEquals(met.size, slice.number)
                assertTrue(slice.below < slice.number)
                assertTrue(slice.start >= (ends[slice.track] ?: 0L))
                assertEquals(slice.isApart || slice.below < 0, around.isEmpty())
                if (around.isNotEmpty()) assertEquals(slice.below, around.last().number)
                assertEquals(series.inclusive(slice.node).toLong(), slice.end - slice.start)
                ends[slice.track] = slice.start
                around += slice
                met += slice
            },
            end = { slice ->
                assertEquals(slice, open.getValue(slice.track).removeAt(open.getValue(slice.track).lastIndex))
                assertTrue(slice.end >= ends.getValue(slice.track))
                ends[slice.track] = slice.end
            },
        )
        assertEquals(201, met.map { it.node }.toSet().size)
    }
}
