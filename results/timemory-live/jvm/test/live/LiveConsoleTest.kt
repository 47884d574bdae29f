package timemory.live

import java.lang.management.ManagementFactory
import javax.management.Attribute
import javax.management.InstanceNotFoundException
import javax.management.MBeanException
import javax.management.ObjectName
import javax.management.RuntimeMBeanException
import javax.management.openmbean.CompositeData
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.Timemory
import timemory.TripCount
import timemory.WallClock
import timemory.measure

/** The bean as a console sees it: only by names. */
class LiveConsoleTest {
    private val server = ManagementFactory.getPlatformMBeanServer()
    private val name = ObjectName("timemory:type=Live")

    private operator fun get(attribute: String): Any? = server.getAttribute(name, attribute)

    private fun call(operation: String, argument: String): Any? =
        server.invoke(name, operation, arrayOf(argument), arrayOf(String::class.java.name))

    private fun rows(table: Any?): List<Map<String, Any?>> =
        (table as Array<*>).map { row -> (row as CompositeData).let { it.compositeType.keySet().associateWith(it::get) } }

    private fun session(body: () -> Unit) {
        Timemory.init {
            fileOutput = false
            coutOutput = false
            liveMbean = true
        }
        try {
            body()
        } finally {
            Timemory.finalize()
        }
    }

    @AfterTest
    fun close() {
        LiveConsole.close()
        Timemory.isEnabled = true
    }

    @Test
    fun consolesSeeTheProcessAsLongAsTheSessionGoesOn() {
        session { assertEquals(true, this["Measuring"]) }
        assertFailsWith<InstanceNotFoundException> { this["Measuring"] }
    }

    @Test
    fun whatTheProgramOpenedStaysUntilItClosesIt() {
        assertEquals("timemory:type=Live", LiveConsole.open())
        session { assertEquals("timemory:type=Live", LiveConsole.open()) }
        assertEquals(false, this["Measuring"])
        assertEquals(emptyList(), rows(this["Regions"]))
        LiveConsole.close()
        assertFalse(server.isRegistered(name))
    }

    @Test
    fun regionsAreThoseWithMostTimeOfTheirOwn() = session {
        measure<WallClock>("outer") {
            repeat(3) { measure<WallClock>("inner") { Thread.sleep(2) } }
            val rows = rows(this["Regions"])
            assertEquals(setOf("outer", "outer > inner"), rows.map { it["path"] }.toSet())
            assertEquals(rows.map { it["self"] as Double }.sortedDescending(), rows.map { it["self"] })
            val (outer, inner) = rows.sortedBy { it["path"] as String }
            assertEquals(listOf<Any?>(1L, 3L), listOf(outer["openLaps"], inner["laps"]))
            assertEquals("sec", inner["unit"])
            assertTrue(inner["value"] as Double >= 0.006, "$inner")
            assertTrue(outer["value"] as Double >= inner["value"] as Double, "$outer $inner")
        }
    }

    @Test
    fun aHundredRegionsAreShownOfMore() = session {
        for (i in 1..300) measure<TripCount>("region $i") { repeat(i) { measure<TripCount>("below $i") { } } }
        val rows = rows(call("regionsBy", "trip_count"))
        assertEquals((300 downTo 201).map { "region $it > below $it" }, rows.map { it["path"] })
        assertEquals(300L, rows[0]["laps"])
        assertEquals(300.0, rows[0]["value"])
    }

    @Test
    fun aComponentThatMeasuredNothingIsNamedWithThoseThatDid() = session {
        measure<TripCount>("region") { }
        val failure = assertFailsWith<RuntimeMBeanException> { call("regionsBy", "wall_clock") }
        assertEquals("no results of component 'wall_clock', but of trip_count", failure.cause!!.message)
    }

    @Test
    fun recordingIsSwitchedOffAndOn() = session {
        server.setAttribute(name, Attribute("Recording", false))
        measure<TripCount>("left out") { }
        server.setAttribute(name, Attribute("Recording", true))
        measure<TripCount>("recorded") { }
        assertEquals(listOf<Any?>("recorded"), rows(call("regionsBy", "trip_count")).map { it["path"] })
    }

    @Test
    fun aWrongComponentIsRefusedWithTheNearest() = session {
        val failure = assertFailsWith<Exception> { call("chooseComponents", "wal_clock") }
        val cause = (failure as? MBeanException)?.targetException ?: failure.cause!!
        assertContains(cause.message!!, "wall_clock")
    }

    @Test
    fun theSocketIsOpenedFromAConsole() = session {
        assertNull(this["Socket"])
        val path = server.invoke(name, "openSocket", null, null)
        assertEquals(path, this["Socket"])
        server.invoke(name, "closeSocket", null, null)
        assertNull(this["Socket"])
    }
}
