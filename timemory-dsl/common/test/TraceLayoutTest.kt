package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

class TraceLayoutTest {
    private fun slices(results: Results): List<String> {
        val lines = ArrayList<String>()
        TraceLayout(Series(results["fake_clock"]!!, 0)).forEach(
            begin = { node, track, start, end -> lines += "$track ${node.label} $start..$end" },
            end = { _, track, _, end -> lines += "$track end $end" },
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
        assertTrue(nodes[0].begin >= 0 && nodes[1].begin > nodes[0].begin && nodes[2].begin > nodes[1].begin)
        val (outer, inner) = slices(results).take(2).map { line -> line.substringAfterLast(' ').split("..").map { it.toLong() } }
        assertEquals(2_000_000_000, outer[1] - outer[0])
        assertEquals(nodes[1].begin, inner[0])
        assertTrue(inner[1] <= outer[1], "$inner in $outer")
    }

    @Test
    fun whatRanBesideStandsOnTheTrackOfItsThread() {
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric("fake_clock", "fake", "", Binding.WALL, listOf(Metric.Number("", Quantity.TIME, "", true))))
        fun node(parent: CallGraphNode?, label: String, thread: Int, isConcurrent: Boolean, sum: Double): CallGraphNode {
            val node = graph.node(parent, label)
            graph.record(node, 1, 0, sum.toLong(), listOf(ReadNumber(1, sum, sum, sum, sum, 0.0)))
            graph.note(node, listOf(thread), isConcurrent, 0.0)
            return node
        }
        val main = node(null, "main", 0, false, 10.0)
        val worker = node(main, "worker", 1, true, 30.0)
        node(worker, "inner", 1, false, 20.0)
        node(main, "late", 1, true, 5.0)
        assertEquals(
            listOf("0 main 0..10", "1 worker 0..30", "1 inner 0..20", "1 end 20", "1 end 30", "1 late 30..35", "1 end 35", "0 end 10"),
            slices(builder.build()),
        )
    }
}
