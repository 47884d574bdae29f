package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlinx.coroutines.delay
import timemory.forwarding.CaliperLoopMarker
import timemory.forwarding.CaliperMarker
import timemory.forwarding.CraypatCounters
import timemory.forwarding.CraypatFlushBuffer
import timemory.forwarding.CraypatHeapStats
import timemory.forwarding.CraypatRecord
import timemory.forwarding.CraypatRegion
import timemory.forwarding.LikwidMarker
import timemory.forwarding.TauMarker
import timemory.internal.platform.Ffi

/** Tools that track regions per thread. The stand-ins end the process if ranges are not nested, or on the wrong thread. */
class ThreadToolsTest {
    @Test
    fun regionsAreTimersOfTauNestedOnTheirThreads() {
        val session = toolSession(TauMarker, "tau") {
            val tools = bundle<TripCount, TauMarker>()
            inThreads(2) { i -> tools.measure("outer $i") { repeat(2) { tools.measure("inner") { } } } }
        } ?: return
        val inner = listOf("Tau_start inner", "Tau_stop inner")
        val timers = session.lines.byThread().map { thread -> thread.filterNot { it.startsWith("Tau_set_node") } }
        assertEquals(
            setOf("0", "1").map { listOf("Tau_register_thread", "Tau_start outer $it") + inner + inner + "Tau_stop outer $it" }.toSet(),
            timers.toSet(),
        )
        assertEquals(emptyList(), session.results.problems)
        assertNull(session.results["tau_marker"])
    }

    @Test
    fun regionsThatOverlapAreNestedForTau() {
        val session = toolSession(TauMarker, "tau") {
            val tools = bundle<TripCount, TauMarker>()
            val first = tools.open("first")
            val second = tools.open("second")
            first.close()
            second.close()
        } ?: return
        assertEquals(
            listOf("start first", "start second", "stop second", "stop first", "start second", "stop second").map { "Tau_$it" },
            session.calls.filter { "first" in it || "second" in it },
        )
    }

    @Test
    fun aRegionThatAnotherThreadClosesEndsInTauOnItsOwn() {
        val session = toolSession(TauMarker, "tau") {
            val tools = bundle<TripCount, TauMarker>()
            val region = tools.open("carried")
            inThreads(1) { region.close() }
            tools.measure("next") { }
        } ?: return
        val own = session.lines.byThread().single { "Tau_start carried" in it }
        assertEquals(
            listOf("Tau_start carried", "Tau_stop carried", "Tau_start next", "Tau_stop next"),
            own.filterNot { "register" in it || "node" in it },
        )
    }

    @Test
    fun aSuspendingRegionIsATimerForEachSlice() {
        if (Ffi.unavailable != null) return
        StandIns.load("tau")
        StandIns.takeLines("tau")
        coroutineSession {
            bundle<TripCount, TauMarker>().measureSuspending("suspending") { repeat(2) { delay(1) } }
        }
        val calls = StandIns.takeLines("tau").calls().filter { "suspending" in it }
        assertEquals(List(3) { listOf("Tau_start suspending", "Tau_stop suspending") }.flatten(), calls)
    }

    @Test
    fun regionsAndLoopsAreNestedValuesOfCaliper() {
        val session = toolSession(CaliperMarker, "caliper") {
            val regions = bundle<TripCount, CaliperMarker>()
            val loops = bundle<TripCount, CaliperLoopMarker>()
            loops.measure("loop") {
                CaliperLoopMarker.markBegin(7)
                regions.measure("region") { }
                CaliperLoopMarker.markEnd()
                CaliperLoopMarker.markBegin(8)
                CaliperLoopMarker.markBegin(9) // ends 8
            }
            CaliperLoopMarker.markBegin(10) // without a loop
        } ?: return
        assertEquals(
            listOf(
                "cali_begin_string loop", "cali_make_loop_iteration_attribute loop", "cali_begin_int 7", "cali_begin_string region",
                "cali_safe_end_string region", "cali_end 42", "cali_begin_int 8", "cali_end 42", "cali_begin_int 9", "cali_end 42",
                "cali_safe_end_string loop",
            ),
            session.calls.filterNot { it == "cali_init" || it.startsWith("cali_create_attribute") },
        )
        assertEquals(emptyList(), session.results.problems)
    }

    @Test
    fun likwidIsInformedOfPinnedThreads() {
        val session = toolSession(LikwidMarker, "likwid") {
            val tools = bundle<TripCount, LikwidMarker>()
            inThreads(1) {
                pinThisThread()
                repeat(3) { tools.measure("work") { tools.measure("work") { } } }
                val values = LikwidMarker.valuesOf("work")!!
                assertEquals(listOf(100.5, 201.0, 301.5), values.events)
                assertEquals(listOf(1.5, 3), listOf<Number>(values.seconds, values.count))
                LikwidMarker.nextGroup()
                LikwidMarker.reset("work")
                assertEquals(0, LikwidMarker.valuesOf("work")!!.count)
            }
        } ?: return
        val expected = listOf("likwid_markerThreadInit", "likwid_markerRegisterRegion work") +
            List(3) { listOf("likwid_markerStartRegion work", "likwid_markerStopRegion work") }.flatten() +
            listOf("likwid_markerNextGroup", "likwid_markerResetRegion work")
        assertEquals(expected, session.calls.filterNot { it == "likwid_markerInit" })
        assertEquals(emptyList(), session.results.problems)
    }

    @Test
    fun likwidIsNotInformedOfThreadsThatAreNotPinnedAndTheUserIs() {
        val session = toolSession(LikwidMarker, "likwid") {
            val tools = bundle<TripCount, LikwidMarker>()
            inThreads(1) {
                if (mayRunOnSeveralProcessors()) tools.measure("loose") { } else println("skipped: there is one processor")
            }
        } ?: return
        if (session.lines.isEmpty()) return
        assertEquals(emptyList(), session.calls.filter { "loose" in it })
        assertContains(session.results.problems.single(), "likwid-perfctr -C 0-3 -m")
    }

    @Test
    fun withoutLikwidPerfctrLikwidIsNotAsked() {
        if (Ffi.unavailable != null) return
        StandIns.load("likwid")
        try {
            StandIns.removeVariable("LIKWID_MODE")
            assertContains(LikwidMarker.unavailableReason()!!, "because LIKWID_MODE is not set: start the program with `likwid-perfctr -m`")
        } finally {
            StandIns.load("likwid")
            StandIns.setVariable("LIKWID_MODE", "1")
        }
        assertNull(LikwidMarker.unavailableReason())
    }

    @Test
    fun regionsOfCrayPatHaveANumberForEachLabel() {
        val session = toolSession(CraypatRegion, "craypat") {
            val tools = bundle<TripCount, CraypatRegion>()
            tools.measure("solve") { tools.measure("step") { tools.measure("solve") { } } }
            tools.measure("step") { }
        } ?: return
        val begun = session.calls.filter { it.startsWith("PAT_region_begin") }.map { it.split(' ') }
        assertEquals(listOf("solve", "step", "step"), begun.map { it[2] })
        assertEquals(begun[1][1], begun[2][1])
        val (solve, step) = listOf(begun[0][1], begun[1][1])
        assertEquals(
            listOf("begin $solve solve", "begin $step step", "end $step", "end $solve", "begin $step step", "end $step")
                .map { "PAT_region_$it" },
            session.calls.filter { "region" in it },
        )
    }

    @Test
    fun crayPatRecordsOnThreadsWithAnOpenRegion() {
        val session = toolSession(CraypatRecord, "craypat") {
            val tools = bundle<TripCount, CraypatRecord>()
            tools.measure("outer") { tools.measure("inner") { } }
            tools.measure("outer") { }
        } ?: return
        assertEquals(listOf("1", "0", "1", "0").map { "PAT_record $it" }, session.calls.takeLast(4))
        assertEquals(setOf("PAT_record 0"), session.calls.dropLast(4).toSet()) // off before the first region
    }

    @Test
    fun countersOfCrayPatAreDifferences() {
        val session = toolSession(CraypatCounters, "craypat") {
            val tools = bundle<TripCount, CraypatCounters, CraypatHeapStats>()
            repeat(4) { tools.measure("x") { } }
        } ?: return
        assertEquals(listOf("PAPI_TOT_CYC", "PAPI_L1_DCM"), CraypatCounters.elements)
        val totals = session.results["craypat_counters"]!!.find("x")!!.inclusive
        assertEquals(listOf(10.0, 10.0), totals.statistics.map { it.mean })
        assertEquals("40;40", totals.value.toString())
        assertEquals(List(4) { "PAT_heap_stats" }, session.calls.filter { "heap" in it })
    }

    @Test
    fun whatCrayPatWroteCountsForAllRegionsThatWereOpen() {
        val session = toolSession(CraypatFlushBuffer, "craypat") {
            val tools = bundle<TripCount, CraypatFlushBuffer>()
            tools.measure("outer") { repeat(2) { tools.measure("inner") { } } }
        } ?: return
        val graph = session.results["craypat_flush_buffer"]!!
        assertEquals(12_288L, graph.find("outer")!!.inclusive.exactSum)
        assertEquals(8_192L, graph.find("outer", "inner")!!.inclusive.exactSum)
        assertEquals(3, session.calls.count { it == "PAT_flush_buffer" })
    }

    private fun mayRunOnSeveralProcessors() = shell("nproc").trim() != "1"
}

/** Pins the calling thread to its current processor. */
internal fun pinThisThread() {
    val bytes = 128L
    val mask = Ffi.allocate(bytes)
    try {
        val processor = Ffi.find(null, "sched_getcpu")!!.call().toInt()
        Ffi.putLong(mask + processor / 64 * 8L, 1L shl processor % 64)
        assertEquals(0, Ffi.find(null, "sched_setaffinity")!!.call(0L, bytes, mask).toInt())
    } finally {
        Ffi.free(mask)
    }
}
