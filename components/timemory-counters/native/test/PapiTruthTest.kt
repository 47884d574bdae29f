@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.cinterop.ExperimentalForeignApi
import platform.posix.RTLD_GLOBAL
import platform.posix.RTLD_NOW
import platform.posix.dlopen
import timemory.counters.OpenCounters
import timemory.counters.PapiCounters
import timemory.counters.PapiEvents
import timemory.counters.PapiLibrary
import timemory.counters.PapiOptions
import timemory.counters.PapiRateTuple
import timemory.counters.PapiRateTupleType
import timemory.counters.PapiTuple
import timemory.counters.PapiTupleType
import timemory.counters.PapiVector
import timemory.counters.PerfEvents
import timemory.counters.papiAttach
import timemory.counters.papiEvents
import timemory.counters.papiFailOnError
import timemory.counters.papiMultiplexing
import timemory.counters.papiOverflow
import timemory.counters.papiQuiet
import timemory.counters.papiThreading
import timemory.counters.perfEvents
import timemory.counters.targetPid
import timemory.internal.platform.listFiles
import timemory.internal.platform.pause
import timemory.internal.platform.processId
import timemory.internal.source.reasonWithout
import timemory.results.Results
import timemory.settings.SettingsBuilder

@DescribedBy(PapiFaults.TYPE::class)
internal class PapiFaults : PapiTuple("perf::PAGE-FAULTS", "perf::TASK-CLOCK") {
    companion object TYPE : PapiTupleType<PapiFaults>("papi_faults", "Page faults and CPU time", ::PapiFaults)
}

@DescribedBy(FaultRate.TYPE::class)
internal class FaultRate : PapiRateTuple(ThreadCpuClock(), "perf::PAGE-FAULTS", "perf::TASK-CLOCK") {
    companion object TYPE : PapiRateTupleType<FaultRate>("fault_rate", "Page faults per second of CPU time", ::FaultRate)
}

@DescribedBy(UnknownEvent.TYPE::class)
internal class UnknownEvent : PapiTuple("perf::PAGE-FALUTS") {
    companion object TYPE : PapiTupleType<UnknownEvent>("unknown_event", "An event that there is not", ::UnknownEvent)
}

/**
 * Compares PAPI's counts with other sources in the kernel. Only kernel events are used; `any-processor.c` makes them work on processors
 * that PAPI does not know. `timemory-jvm` has the same test for the JVM.
 */
class PapiTruthTest {
    private val events: SettingsBuilder.() -> Unit = { papiEvents = "perf::TASK-CLOCK, perf::PAGE-FAULTS, perf::CONTEXT-SWITCHES" }

    private fun available(): Boolean {
        anyProcessor
        val reason = PapiLibrary.unavailable()
            ?: PapiCounters(PapiOptions()).let { reasonWithout { it.open(listOf("perf::TASK-CLOCK")).close().let { 0L } } }
        if (reason != null) println("skipped: $reason")
        return reason == null
    }

    private fun Results.of(id: String, element: Int = 0): Double = assertNotNull(
        this[id],
        "$id: $problems",
    ).find("x")!!.inclusive.sum(element)

    @Test
    fun papiAndTheKernelCountTheSame() {
        if (!available()) return
        val results = session({ events(); perfEvents = "task-clock,page-faults,context-switches" }) {
            measure<ThreadNumMinorPageFaults, PapiVector, PerfEvents>("warm") { residentMemory(4096).close() }
            measure<ThreadNumMinorPageFaults, PapiVector, PerfEvents>("x") {
                residentMemory(4_096_000).close()
                // Twice as many as needed: a pause whose end has passed when it starts does not yield the processor.
                repeat(40) { pause(microseconds = 200) }
            }
        }
        println(
            "PAPI ${results["papi_vector"]!!.find("x")!!.inclusive.value}, the kernel " +
                "${results["perf_events"]!!.find("x")!!.inclusive.value}",
        )
        assertEquals(results.of("perf_events", 1), results.of("papi_vector", 1), OWN_FAULTS)
        assertEquals(results.of("perf_events", 2), results.of("papi_vector", 2), 5.0)
        assertEquals(results.of("perf_events", 0), results.of("papi_vector", 0), 0.05 * results.of("perf_events", 0) + 100_000)
        assertEquals(results.of("thread_num_minor_page_faults"), results.of("papi_vector", 1), OWN_FAULTS)
        assertTrue(results.of("papi_vector", 2) >= 20)
    }

    @Test
    fun componentsWithOtherEventsCountOnTheSameThreadAtOnce() {
        if (!available()) return
        val results = session(events) {
            measure<PapiVector>("x") {
                measure<PapiFaults, FaultRate>("x") { residentMemory(4_096_000).close() }
                residentMemory(4_096_000).close()
            }
        }
        val outer = results.of("papi_vector", 1)
        val inner = results["papi_faults"]!!.find("x")!!.inclusive.sum(0)
        assertTrue(outer >= 2 * inner - OWN_FAULTS && inner >= 2, "$inner faults inside, $outer in all")
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aRateIsCountsByTime() {
        if (!available()) return
        val results = session(events) {
            repeat(3) { measure<FaultRate, PapiFaults, ThreadCpuClock>("x") { residentMemory(4_096_000).close() } }
        }
        val seconds = results.of("thread_cpu_clock") / 1e9
        assertEquals(results.of("papi_faults", 0) / seconds, results.of("fault_rate", 0), 1e-6 * results.of("fault_rate", 0))
        assertEquals(1e9, results.of("fault_rate", 1), 3e8)
    }

    @Test
    fun manyThreadsHaveSetsOfTheirOwnAndLeaveNothingOpen() {
        if (!available()) return
        val before = listFiles("/proc/self/fd").size
        val results = session(events) {
            measure<PapiVector>("main") {
                repeat(20) { inThreads(20) { measure<PapiVector>("x") { residentMemory(409_600).close() } } }
            }
        }
        assertEquals(emptyList(), results.problems)
        val work = results["papi_vector"]!!.find("main", "x")!!.inclusive
        assertEquals(400, work.laps)
        assertTrue(work.sum(1) >= 400 * 2, "${work.sum(1)} faults")
        inThreads(1) { OpenCounters.sweep() }
        val left = listFiles("/proc/self/fd").size - before
        assertTrue(left <= 10, "$left files are left open")
    }

    @Test
    fun anUnknownEventIsToldTheNearest() {
        if (!available()) return
        val problem = session { measure<UnknownEvent, FakeClock>("x") { } }.problems.single()
        assertContains(problem, "does not know the event 'perf::PAGE-FALUTS' on this machine; the nearest is '")
        assertContains(problem, "PAGE-FAULTS'")
        val partial: SettingsBuilder.() -> Unit = { papiEvents = "perf::PAGE-FAULTS, perf::NONE" }
        val some = session(partial) { measure<PapiVector>("x") { } }
        assertEquals(listOf("perf::PAGE-FAULTS"), PapiVector.elements)
        assertContains(some.problems.single(), "event 'perf::NONE' of TIMEMORY_PAPI_EVENTS is skipped")
        assertEquals(emptyList(), session({ partial(); papiQuiet = true }) { measure<PapiVector>("x") { } }.problems)
        assertContains(
            session({ partial(); papiFailOnError = true }) { measure<PapiVector>("x") { } }.problems.single(),
            "component papi_vector is unavailable here",
        )
    }

    @Test
    fun withoutThreadingOneThreadCounts() {
        if (!available()) return
        val results = session({ events(); papiThreading = false }) {
            measure<PapiVector>("x") { inThreads(1) { measure<PapiVector>("other") { } } }
        }
        assertEquals(1, results["papi_vector"]!!.find("x")!!.inclusive.laps)
        assertContains(results.problems.single(), "TIMEMORY_PAPI_THREADING is false: only the thread that counted first does")
    }

    // PAPI tries hardware instructions before it multiplexes or attaches: without hardware events it does neither.

    @Test
    fun multiplexedEventsOfTheKernelAreCountedAsWell() {
        if (!available()) return
        val results = session({ events(); papiMultiplexing = true }) { measure<PapiVector>("x") { residentMemory(4_096_000).close() } }
        if (results["papi_vector"] == null) {
            return println("skipped: ${assertNotNull(results.problems.single().takeIf { "PAPI cannot multiplex events" in it })}")
        }
        assertTrue(results.of("papi_vector", 1) >= 2, "${results.problems}")
    }

    @Test
    fun overflowsAreCountedBesideTheEvents() {
        if (!available()) return
        val results = session({ papiEvents = "perf::PAGE-FAULTS"; papiOverflow = 2 }) {
            inThreads(1) {
                measure<PapiVector>("x") { repeat(20) { residentMemory(4096).close() } }
                assertEquals(listOf("perf::PAGE-FAULTS", "perf::PAGE-FAULTS/2"), PapiVector.elements)
            }
        }
        val faults = results.of("papi_vector", 0)
        assertTrue(
            faults >= 20 && results.of("papi_vector", 1) in (faults - 1) / 2..(faults + 1) / 2,
            "${results.of("papi_vector", 1)} of $faults",
        )
    }

    @Test
    fun anotherProcessIsCountedWhereAttachedTo() {
        if (!available()) return
        val pid = shell("sh -c 'i=0; while [ \$i -lt 300000 ]; do i=\$((i+1)); done; sleep 5' >/dev/null 2>&1 & echo \$!").trim().toInt()
        val results =
            session({ events(); papiAttach = true; targetPid = pid }) { measure<PapiVector>("x") { pause(microseconds = 200_000) } }
        shell("kill $pid")
        session { }
        if (results["papi_vector"] == null) {
            return println("skipped: ${assertNotNull(results.problems.single().takeIf { "PAPI cannot attach to process $pid" in it })}")
        }
        assertTrue(results.of("papi_vector", 0) > 20e6, "${results.of("papi_vector", 0)} ns of CPU time: ${results.problems}")
    }

    @Test
    fun presetsAndEventsOfTheKernelAreListed() {
        if (!available()) return
        val all = PapiEvents.all()
        val clock = all.single { it.name.endsWith("TASK-CLOCK") }
        assertTrue(!clock.isPreset && PapiEvents.isAvailable(clock) && clock.description.isNotEmpty())
        val nodes = all.firstOrNull { it.name.endsWith("NODE-STORES") }
        if (nodes != null) {
            assertEquals(
                reasonWithout { PapiCounters(PapiOptions()).open(listOf(nodes.name)).close().let { 0L } } == null,
                PapiEvents.isAvailable(nodes),
            )
        }
        val instructions = all.single { it.name == "PAPI_TOT_INS" }
        assertTrue(instructions.isPreset && "nstructions" in instructions.description, instructions.description)
    }
}

/** Compiled and loaded once, before PAPI is. */
private val anyProcessor: Unit by lazy {
    val library = "/tmp/timemory-any-processor-${processId()}.so"
    if ("no-pmu" in shell("papi_component_avail 2>/dev/null | grep -q 'no default PMU' && echo no-pmu")) {
        shell("\${KONAN_CC:-gcc} -Wall -Wextra -Werror -shared -fPIC -o $library $TEST_SOURCES/any-processor.c")
        dlopen(library, RTLD_NOW or RTLD_GLOBAL)
        shell("rm -f $library")
    }
}
