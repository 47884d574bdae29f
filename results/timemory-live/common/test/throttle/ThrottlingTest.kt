package timemory.live.throttle

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.TripCount
import timemory.WallClock
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.live.overheadLimit
import timemory.live.slow.SlowLapRecorder
import timemory.live.slowLapThresholds
import timemory.measure
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.session

private const val PATIENCE = 120_000_000_000L
private const val THROTTLED = "throttled_laps"

/** Laps of a throttled region are counted, and some are measured; nothing inside or around them is lost. */
class ThrottlingTest {
    /** Throttles as the control would, at a time chosen by the test. */
    private fun throttle(label: String, isOn: Boolean = true) {
        val session = activeSession()!!
        for (path in pathsOf(label)) {
            val throttle = path.throttle ?: SampledLaps().also { path.throttle = it }
            throttle.isOn = isOn
        }
        OverheadTracker(session).spread()
    }

    private fun pathsOf(label: String): Set<CallPath> {
        val found = HashSet<CallPath>()
        val pending = ArrayList(activeSession()!!.graphsNow().flatMap { it.tops() })
        while (pending.isNotEmpty()) {
            val node = pending.removeAt(pending.lastIndex)
            if (node.label == label) found.add(node.path)
            node.forEachChild { pending.add(it) }
        }
        return found
    }

    private fun Results.node(component: String, label: String): CallGraphNode? = this[component]?.nodes()?.firstOrNull { it.label == label }

    @Test
    fun eachLapIsMeasuredOrCounted() {
        val results = session({}) {
            measure<WallClock, TripCount>("tiny") { }
            throttle("tiny")
            repeat(100_000) { measure<WallClock, TripCount>("tiny") { } }
        }
        val measured = results.node("wall_clock", "tiny")!!.inclusive.laps
        val throttled = results.node(THROTTLED, "tiny")!!.inclusive
        assertEquals(100_001L, measured + throttled.laps)
        assertEquals(throttled.laps, throttled.exactSum)
        assertEquals(measured, results.node("trip_count", "tiny")!!.inclusive.laps)
        assertTrue(measured in 1_400..1_700, "$measured")
    }

    @Test
    fun regionsInsideHangWhereTheyDidAndAreMeasured() {
        val results = session({}) {
            repeat(2) {
                repeat(1_000) { measure<WallClock>("outer") { measure<WallClock>("inner") { } } }
                throttle("outer")
            }
        }
        val inner = results.node("wall_clock", "inner")!!
        assertEquals(2_000L, inner.inclusive.laps)
        val outer = results.node("wall_clock", "outer")!!
        assertEquals(listOf("inner"), outer.children.map { it.label })
        assertEquals(2_000L, outer.inclusive.laps + results.node(THROTTLED, "outer")!!.inclusive.laps)
    }

    @Test
    fun onceItIsThrottledNoMoreEachLapIsMeasured() {
        val results = session({}) {
            repeat(1_000) { measure<WallClock>("tiny") { } }
            throttle("tiny")
            repeat(1_000) { measure<WallClock>("tiny") { } }
            throttle("tiny", isOn = false)
            repeat(1_000) { measure<WallClock>("tiny") { } }
        }
        val throttled = results.node(THROTTLED, "tiny")!!.inclusive.laps
        assertTrue(throttled in 900..1_000, "$throttled")
        assertEquals(3_000L, throttled + results.node("wall_clock", "tiny")!!.inclusive.laps)
    }

    @Test
    fun whetherALapIsMeasuredIsDecidedWhenItBegins() {
        val results = session({}) {
            measure<WallClock>("open") { throttle("open") }
            measure<WallClock>("open") { throttle("open", isOn = false) }
            measure<WallClock>("open") { }
        }
        assertEquals(2L, results.node("wall_clock", "open")!!.inclusive.laps)
        assertEquals(1L, results.node(THROTTLED, "open")!!.inclusive.laps)
    }

    @Test
    fun ofSlowLapsNoneIsMadeUp() {
        val results = session({ slowLapThresholds = "wall_clock>1ms" }) {
            measure<WallClock>("turn") { pause(microseconds = 2_000) }
            throttle("turn")
            repeat(500) { measure<WallClock>("turn") { } }
            assertEquals(1L, SlowLapRecorder.resultsSoFar()["wall_clock"]!!.roots.single().inclusive.laps)
        }
        assertEquals(501L, results.node("wall_clock", "turn")!!.inclusive.laps + results.node(THROTTLED, "turn")!!.inclusive.laps)
    }

    @Test
    fun aProgramThatMeasuresTooMuchIsHeldBelowItsLimit() {
        var laps = 0L
        val results = session({ overheadLimit = "1%" }) {
            var isThrottled = false
            val giveUpAt = monotonicNanoseconds() + PATIENCE
            while (!isThrottled) {
                check(monotonicNanoseconds() < giveUpAt) { "nothing is throttled" }
                repeat(100_000) { measure<WallClock>("tiny") { laps++ } }
                isThrottled = pathsOf("tiny").any { it.throttle != null }
            }
            repeat(100_000) { measure<WallClock>("tiny") { laps++ } }
        }
        assertEquals(laps, results.node("wall_clock", "tiny")!!.inclusive.laps + results.node(THROTTLED, "tiny")!!.inclusive.laps)
        assertContains(results.problems.single { "OVERHEAD_LIMIT" in it }, "'tiny'")
    }

    @Test
    fun withoutALimitNothingRuns() {
        session({}) {
            measure<WallClock>("tiny") { }
            assertNull(pathsOf("tiny").single().throttle)
        }
    }
}
