package timemory

import kotlin.test.AfterTest
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext
import timemory.counters.CounterSettings
import timemory.counters.PapiTuple
import timemory.counters.PapiVector
import timemory.counters.PerfEvents
import timemory.counters.papiEvents
import timemory.counters.perfEvents
import timemory.internal.callgraph.Availability
import timemory.internal.platform.Ffi
import timemory.output.CompactFile
import timemory.output.TextTable
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Components that count events, with counters that tests set. */
class CounterTest {
    @BeforeTest
    @AfterTest
    fun forget() {
        FakeCounters.readings = 0
        FakeCounters.fails = false
    }

    private fun Results.of(vararg path: String): Totals = this["fake_events"]!!.find(*path)!!.inclusive

    @Test
    fun aLapIsTheDifferenceOfTwoReadings() {
        FakeCounters.happen(0, 1000)
        val results = session {
            measure<FakeEvents>("x") {
                FakeCounters.happen(0, 3)
                FakeCounters.happen(1, 50)
            }
            FakeCounters.happen(0, 100)
            measure<FakeEvents>("x") { FakeCounters.happen(0, 5) }
        }
        val totals = results.of("x")
        assertEquals(listOf(8.0, 50.0), listOf(totals.sum(0), totals.sum(1)))
        val apples = totals.statistics[0]
        assertEquals(listOf(3.0, 5.0, 4.0), listOf(apples.min, apples.max, apples.mean))
        assertEquals(2.0, apples.variance)
        assertEquals(2, totals.laps)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun countsHaveArithmetic() {
        fun lap(apples: Long) = FakeEvents().also {
            it.start()
            FakeCounters.happen(0, apples)
            it.stop()
        }
        val both = lap(3) + lap(9)
        assertEquals(listOf(12L, 9L, 2L), listOf(both.sum(0), both.last(0), both.laps))
        assertEquals(4L, (both / 3).sum(0))
        assertEquals(3L, (both - lap(9)).sum(0))
    }

    @Test
    fun regionsInsideAreTakenFromThoseAround() {
        val results = session {
            measure<FakeEvents>("outer") {
                FakeCounters.happen(0, 3)
                measure<FakeEvents>("inner") { FakeCounters.happen(0, 4) }
            }
        }
        assertEquals(7.0, results.of("outer").sum)
        assertEquals(4.0, results.of("outer", "inner").sum)
        assertEquals(3.0, results["fake_events"]!!.find("outer")!!.exclusive())
    }

    @Test
    fun whatWasCountedForAPartOfTheTimeIsEstimated() {
        val results = session { measure<FakeEvents>("x") { FakeCounters.happen(0, times = 30, wanted = 100, running = 25) } }
        assertEquals(120.0, results.of("x").sum)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun whatWasNotCountedAtAllIsNotZeroButLost() {
        val results = session {
            measure<FakeEvents>("x") { FakeCounters.happen(0, 7) }
            measure<FakeEvents>("x") { FakeCounters.happen(0, times = 0, wanted = 100, running = 0) }
        }
        assertEquals(1, results.of("x").laps)
        assertEquals(7.0, results.of("x").sum)
        assertContains(results.problems.single(), "apples was not counted: other events used the processor's counters the whole time")
    }

    @Test
    fun threadsHaveCountersOfTheirOwnAndAreAddedUp() {
        val results = session {
            measure<FakeEvents>("main") {
                inThreads(3) { i -> measure<FakeEvents>("work") { FakeCounters.happen(0, i + 1L) } }
                FakeCounters.happen(0, 10)
            }
        }
        assertEquals(10.0, results.of("main").sum)
        assertEquals(6.0, results.of("main", "work").sum)
        assertEquals(3, results.of("main", "work").laps)
        assertEquals(3.0, results.of("main", "work").statistics[0].max)
    }

    @Test
    fun aSuspendingRegionCountsOnTheThreadsThatRunItWhileTheyDo() {
        val results = coroutineSession {
            measureSuspending<FakeEvents>("x") {
                FakeCounters.happen(0, 1)
                repeat(5) {
                    withContext(Dispatchers.Default.measured()) { FakeCounters.happen(0, 10) }
                    delay(1)
                    FakeCounters.happen(1, 3)
                }
            }
            // Between slices the threads do other work, which does not count for the region.
            FakeCounters.happen(0, 1000)
        }
        assertEquals(51.0, results.of("x").sum(0))
        assertEquals(15.0, results.of("x").sum(1))
        assertEquals(1, results.of("x").laps)
    }

    @Test
    fun componentsOfOneBundleReadOnceAtEachEnd() {
        session { measure<FakeEvents, SameEvents>("x") { } } // checks whether they are available, which takes a reading
        FakeCounters.readings = 0
        var both: Totals? = null
        val results = session {
            measure<FakeEvents, SameEvents>("x") { FakeCounters.happen(0, 4) }
            assertEquals(2, FakeCounters.readings)
        }
        both = results["same_events"]!!.find("x")!!.inclusive
        assertEquals(4.0, both.sum)
        assertEquals(4.0, results.of("x").sum)
    }

    @Test
    fun aReadingThatFailsLosesTheLapAndNothingElse() {
        val results = session {
            FakeCounters.fails = false
            measure<FakeEvents, FakeClock>("x") { FakeCounters.fails = true }
            FakeCounters.fails = false
            measure<FakeEvents, FakeClock>("x") { FakeCounters.happen(0, 2) }
        }
        assertEquals(1, results.of("x").laps)
        assertEquals(2, results["fake_clock"]!!.find("x")!!.inclusive.laps)
        assertContains(results.problems.single(), "cannot be read")
    }

    @Test
    fun aLapOfOneCallIsReadByTheNamesOfEvents() {
        session {
            val events = bundle<FakeEvents>().measured("x") { FakeCounters.happen(0, 6) }.first
            assertEquals(6, events.sum("apples"))
            assertEquals(6, events.last(0))
            assertEquals(0, events.sum("task-clock"))
            assertContains(
                assertFailsWith<IllegalArgumentException> { events.sum("pears") }.message!!,
                "'pears' is not counted here; counted: apples, task-clock",
            )
            events.reset()
            assertEquals(0, events.sum("apples"))
        }
    }

    @Test
    fun tableAndFilesTellEventsAndUnits() {
        val results = session {
            measure<FakeEvents>("x") {
                FakeCounters.happen(0, 12)
                FakeCounters.happen(1, 2_500_000_000)
            }
        }
        val graph = results["fake_events"]!!
        val table = StringBuilder().also { TextTable(graph, Settings.DEFAULT).writeTo(it) }.toString()
        assertContains(table, "EVENTS OF TESTS: apples; task-clock")
        assertContains(table, "| ;sec")
        assertContains(table, "| 12;2.500")
        val json = StringBuilder().also { CompactFile(results, Settings.DEFAULT).write(it) }.toString()
        assertContains(json, "\"apples\"")
        assertContains(json, "\"sec\"")
    }

    @Test
    fun eventsAreNotCountedTwice() {
        assertFailsWith<IllegalArgumentException> { object : PapiTuple("PAPI_TOT_INS", "PAPI_TOT_INS") {} }
        assertFailsWith<IllegalArgumentException> { object : PapiTuple() {} }
    }

    @Test
    fun whatCannotBeCountedIsLeftOutWithAReason() {
        val settings: SettingsBuilder.() -> Unit = { papiEvents = "" }
        val results = session(settings) { measure<PapiVector, FakeClock>("x") { pass(1) } }
        assertEquals(null, results["papi_vector"])
        assertContains(results.problems.single(), "component papi_vector is unavailable here and was skipped: ")
        assertContains(results.problems.single(), "TIMEMORY_PAPI_EVENTS names no events (`timemory avail -H`")
    }

    @Test
    fun whatCanBeHadIsAskedAnewWhenSettingsHaveChanged() {
        session({ perfEvents = "task-clock" }) { measure<PerfEvents, FakeClock>("x") { } }
        val before = Availability.generation
        session({ perfEvents = "page-faults" }) { }
        assertTrue(Availability.generation >= before + 1)
        val reason = session({ perfEvents = "no-such-event" }) { measure<PerfEvents, FakeClock>("x") { } }.problems.single()
        assertContains(reason, Ffi.unavailable ?: "there is no event 'no-such-event'")
        session { }
    }
}
