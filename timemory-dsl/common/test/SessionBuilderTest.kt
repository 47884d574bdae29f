package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class SessionBuilderTest {
    private val ticks = component("session_ticks", "Ticks of the fake clock") { delta { fakeNow } }

    @Test
    fun itsComponentsAreThoseOfRegionsThatNameNone() {
        val results = session({ components(FakeClock, ticks) }) { measure("x") { pass(3) } }
        assertEquals(listOf("x 1 3 3", "x 1 3 3"), listOf("fake_clock", "session_ticks").map(results::graph))
        assertFailsWith<IllegalArgumentException> { SessionBuilder().components() }
    }

    @Test
    fun itsActionsAreCalledInItsSessionAlone() {
        val heard = ArrayList<String>()
        val configure: SessionBuilder.() -> Unit = {
            timingUnits = "msec"
            onSessionStart { heard.add("start ${it.timingUnits}") }
            onThreadStart { heard.add("thread") }
            onSessionEnd { results -> heard.add("end ${results.graph("fake_clock")}") }
        }
        session(configure) {
            measure<FakeClock>("x") { pass(2) }
            inThreads(1) { measure<FakeClock>("y") { pass(1) } }
        }
        session { measure<FakeClock>("z") { pass(1) } }
        assertEquals(listOf("start msec", "thread", "thread", "end x 1 2 2\ny 1 1 1"), heard)
    }

    @Test
    fun whatAnActionThrowsIsReported() {
        val results = session({ onThreadStart { error("broken action") } }) { measure<FakeClock>("x") { pass(1) } }
        assertEquals("x 1 1 1", results.fakeGraph())
        assertTrue("broken action" in results.problems.single())
    }

    @Test
    fun ofASessionThatMeasuresAlreadyItIsNotUsed() {
        val heard = ArrayList<String>()
        val results = session {
            Timemory.init { onThreadStart { heard.add("thread") } }
            inThreads(1) { measure<FakeClock>("x") { pass(1) } }
        }
        assertEquals(emptyList(), heard)
        assertTrue("init was called while already measuring" in results.problems.single())
    }

    @Test
    fun whatItIsToldLaterDoesNotReachItsSession() {
        val heard = ArrayList<String>()
        val builder = SessionBuilder().apply {
            coutOutput = false
            fileOutput = false
            onThreadStart { heard.add("thread") }
            onSessionEnd { heard.add("end") }
        }
        Timemory.init(builder)
        builder.onThreadStart { heard.add("later thread") }
        builder.onSessionEnd { heard.add("later end") }
        measure<FakeClock>("x") { }
        Timemory.finalize()
        assertEquals(listOf("thread", "end"), heard)
    }

    @Test
    fun whatIsMeasuredAsAThreadBeginsIsMeasuredOnce() {
        val results = session({ onThreadStart { measure<FakeClock>("begins") { pass(1) } } }) {
            measure<FakeClock>("x") { pass(2) }
            inThreads(2) { measure<FakeClock>("y") { } }
        }
        assertEquals(listOf(3L, 1L, 2L), listOf("begins", "x", "y").map { results["fake_clock"]!!.find(it)!!.inclusive.laps })
        assertEquals(emptyList(), results.problems)
    }
}
