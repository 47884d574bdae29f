package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.export.internal.ReportData
import timemory.internal.text.JsonWriter
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.CoroutineRuns
import timemory.results.Results

/** The report's data for laps with times. */
class ReportTimelineTest {
    private class Lap(val label: String, val start: Long, val duration: Long, val active: Long? = null, val inside: List<Lap> = emptyList())

    /** Inner laps are concurrent if they last longer than the outer ones. */
    private fun results(laps: List<Lap>): Results {
        val wall = CallGraphNode(WallClock, "", null, 0L, 0)
        val active = CallGraphNode(ActiveTime, "", null, 0L, 0)
        fun add(lap: Lap, wallAbove: CallGraphNode, activeAbove: CallGraphNode, isConcurrent: Boolean) {
            val node = wallAbove.child(lap.label, lap.start + 1L, 0)
            node.inclusive.addLap(lap.duration)
            node.addThread(0)
            node.start = lap.start
            node.isConcurrent = isConcurrent
            val activeNode = activeAbove.child(lap.label, lap.start + 1L, 0)
            if (lap.active != null) {
                activeNode.inclusive.addLap(lap.active)
                activeNode.start = lap.start
            }
            for (one in lap.inside) add(one, node, activeNode, one.start + one.duration > lap.start + lap.duration)
        }
        for (lap in laps) add(lap, wall, active, isConcurrent = false)
        return Results(listOf(CallGraph(WallClock, false, wall), CallGraph(ActiveTime, false, active)), 1L, 1, emptyList())
    }

    private fun timelineOf(results: Results): Any? =
        parseJson(buildString { ReportData(emptyList()).write(JsonWriter(this, isInMarkup = true), "", listOf("" to results)) })
            .at("runs", 0, "timeline")

    @Test
    fun a_lap_of_a_coroutine_says_how_long_it_was_not_suspended_and_what_launched_it() {
        val launched = Lap("launched", start = 20L, duration = 500L, active = 100L)
        val called = Lap("called", start = 10L, duration = 5L)
        val timeline = timelineOf(results(listOf(Lap("main", 0L, 100L, inside = listOf(called, launched)))))
        assertEquals(listOf("0", "10", "20"), (timeline.at("start") as List<*>).map { "$it" })
        assertEquals(listOf("null", "null", "100"), (timeline.at("active") as List<*>).map { "$it" })
        assertEquals(listOf("-1", "-1", "0"), (timeline.at("launcher") as List<*>).map { "$it" })
    }

    @Test
    fun a_lap_of_a_coroutine_says_when_which_thread_ran_it() {
        val results = results(listOf(Lap("plain", 0L, 5L), Lap("fetch", start = 10L, duration = 120L, active = 70L)))
        results["active_time"]!!.find("fetch")!!.facts = CoroutineRuns(longArrayOf(10, 30, 0, 90, 40, 7), leftOut = 2L)
        val slices = timelineOf(results).at("slices")
        fun column(name: String) = (slices.at(name) as List<*>).map { "$it" }
        assertEquals(listOf("1", "1"), column("event"))
        assertEquals(listOf("0", "1"), column("thread"))
        assertEquals(listOf("10", "90"), column("start"))
        assertEquals(listOf("30", "40"), column("duration"))
    }

    @Test
    fun what_a_coroutine_calls_is_on_its_track_and_what_runs_beside_it_is_not() {
        val inner = Lap("inner", start = 10L, duration = 50L, active = 5L)
        val outer = Lap("outer", start = 0L, duration = 100L, active = 10L, inside = listOf(inner))
        val other = Lap("other", start = 20L, duration = 100L, active = 10L)
        val next = Lap("next", start = 130L, duration = 10L, active = 1L)
        val timeline = timelineOf(results(listOf(outer, other, next)))
        assertEquals(listOf("0", "0", "1", "0"), (timeline.at("track") as List<*>).map { "$it" })
    }

    @Test
    fun where_nothing_is_launched_or_suspended_nothing_is_said_of_it() {
        val timeline = timelineOf(results(listOf(Lap("main", 0L, 100L))))
        assertEquals(null, (timeline as Map<*, *>)["active"])
        assertEquals(null, timeline["launcher"])
    }
}
