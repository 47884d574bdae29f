package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.export.data.ResultsBuilder
import timemory.export.internal.JointTree
import timemory.export.internal.seriesOf
import timemory.results.Metric
import timemory.results.Results
import timemory.statistics.ReadNumber

class JointTreeTest {
    private fun describe(results: Results): List<String> {
        val tree = JointTree(results.graphs)
        val all = seriesOf(results)
        return List(tree.size) { i ->
            val values = all.map { series -> tree.of(i, series)?.let { series.inclusive(it).toLong().toString() } ?: "-" }
            "${tree.parent(i)} ${tree.label(i)} ${tree.laps(i)}: ${values.joinToString(" ")}"
        }
    }

    @Test
    fun equalPathsOfComponentsAreOneNode() {
        val results = session {
            measure<FakeClock, FakeGauge>("a") {
                pass(1)
                measure<FakeClock>("b") { pass(2) }
                measure<FakeGauge>("c") { pass(4) }
            }
        }
        assertEquals(listOf("-1 a 1: 7 14", "0 b 1: 2 -", "0 c 1: - 8"), describe(results).sorted())
    }

    @Test
    fun lapsOfATimelineAreJoinedOneByOne() {
        val results = session {
            for (ticks in listOf(1L, 2L)) measure<FakeClock, FakeGauge>("lap", Scope.TIMELINE) { pass(ticks) }
        }
        assertEquals(listOf("-1 lap 1: 1 2", "-1 lap 1: 2 4"), describe(results))
    }

    @Test
    fun parentsComeBeforeTheirChildren() {
        val results = session {
            measure<FakeClock, FakeGauge>("a") { measure<FakeClock>("b") { measure<FakeClock, FakeGauge>("c") { pass(1) } } }
            measure<FakeClock>("d") { pass(1) }
        }
        val tree = JointTree(results.graphs)
        for (i in 0 until tree.size) assertEquals(true, tree.parent(i) < i)
    }

    @Test
    fun aRegionIsOneNodeAlsoWhereOneOfItsComponentsIsMissingAround() {
        val results = session {
            measure<FakeClock>("a") { repeat(2) { measure<FakeClock, FakeGauge>("b") { pass(1) } } }
        }
        assertEquals(listOf("-1 a 1: 2 -", "0 b 2: 2 4"), describe(results))
    }

    @Test
    fun regionsThatOnlyOneGraphTellsApartAreNotTakenForOneOfThem() {
        val results = session {
            measure<FakeClock>("a") { measure<FakeClock, FakeGauge>("x") { pass(1) } }
            measure<FakeClock>("b") { measure<FakeClock, FakeGauge>("x") { pass(2) } }
        }
        // The gauge's graph has one x with two laps.
        assertEquals(listOf("-1 a 1: 1 -", "-1 b 1: 2 -", "-1 x 2: - 6", "0 x 1: 1 -", "2 x 1: 2 -"), describe(results).sorted())
    }

    /** Readings were taken during the second and fourth of five timeline laps, and in a region that nothing else measured. */
    @Test
    fun readingsAtIntervalsAreJoinedByPlaceAndAreNoLaps() {
        val builder = ResultsBuilder()
        fun graph(id: String, places: List<Long>, readings: Long) = builder.graph(metric(id)).let { graph ->
            for (place in places) graph.newNode(null, "lap").let { node ->
                graph.record(node, readings, 0L, null, listOf(ReadNumber(readings, 10.0 * place, 1.0, 1.0, 1.0, 0.0)))
                graph.notePlace(node, place)
            }
            graph
        }
        graph("sampled_page_rss", listOf(2L, 4L), 7L).let { graph ->
            val node = graph.node(null, "(process)")
            graph.record(node, 20L, 0L, null, listOf(ReadNumber(20L, 9.0, 1.0, 1.0, 1.0, 0.0)))
        }
        graph("wall_clock", listOf(1L, 2L, 3L, 4L, 5L), 1L)
        assertEquals(
            listOf("-1 lap 1: - 10", "-1 lap 1: 20 20", "-1 lap 1: - 30", "-1 lap 1: 40 40", "-1 lap 1: - 50", "-1 (process) 20: 9 -"),
            describe(builder.build()),
        )
    }

    private fun metric(id: String) = Metric(id, id, "", Binding.WALL, listOf(Metric.Number("", Quantity.COUNT, "", true)))
}
