package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import timemory.counters.CounterSettings
import timemory.counters.EventCounters
import timemory.counters.OpenCounters
import timemory.counters.PerfCounters
import timemory.counters.PerfEvents
import timemory.counters.perfEvents
import timemory.internal.platform.listFiles
import timemory.internal.platform.pause
import timemory.internal.platform.readText
import timemory.internal.platform.threadCpuNanoseconds
import timemory.internal.source.reasonWithout
import timemory.results.Results

/** Memory for objects may be mapped between the readings of two components, 128 KB at once. */
internal const val OWN_FAULTS = 100.0

/** Compares counts of `perf_event_open` with other sources in the kernel. `timemory-jvm` has the same test for the JVM. */
class PerfTruthTest {
    private fun available(): Boolean {
        val reason = CounterSettings.perf.choice().reason
        if (reason != null) println("skipped: $reason")
        return reason == null
    }

    private fun Results.counts(label: String = "x"): (String) -> Double {
        val totals = assertNotNull(this["perf_events"]).find(label)!!.inclusive
        return { event -> totals.sum(PerfEvents.elements.indexOf(event)) }
    }

    @Test
    fun pageFaultsAreThoseOfTouchedPagesAndOfGetrusage() {
        if (!available()) return
        val results = session {
            measure<
                ThreadNumMinorPageFaults,
                PerfEvents,
                >("warm") { residentMemory(4_096_000).close() } // opens them, which takes some memory
            measure<ThreadNumMinorPageFaults, PerfEvents>("x") { residentMemory(4_096_000).close() }
        }
        val faults = results.counts()("page-faults")
        val usage = results["thread_num_minor_page_faults"]!!.find("x")!!.inclusive.sum
        println("page-faults $faults, by getrusage $usage, of 1000 pages")
        assertTrue(faults >= 2.0 && faults <= 1100.0, "$faults faults for 1000 pages")
        assertTrue(faults in usage - OWN_FAULTS..usage + OWN_FAULTS, "$faults faults, $usage by getrusage")
    }

    @Test
    fun taskClockIsTheThreadsCpuClock() {
        if (!available()) return
        // Time stolen by the hypervisor is part of the task clock, but not of the thread's CPU clock.
        val runs = generateSequence { taskClockAndCpuClock() }.take(20)
        val close = assertNotNull(runs.firstOrNull { (counted, clock) -> counted <= 1.02 * clock + 100_000 }, "all 20 runs differ by 2 %")
        println("task-clock ${close.first} ns, by the clock ${close.second} ns")
    }

    private fun taskClockAndCpuClock(): Pair<Double, Double> {
        val results = session {
            measure<WallClock, PerfEvents, ThreadCpuClock>("x") {
                val end = threadCpuNanoseconds() + 30_000_000
                while (threadCpuNanoseconds() < end) { /* busy */ }
            }
        }
        val counted = results.counts()("task-clock")
        val clock = results["thread_cpu_clock"]!!.find("x")!!.inclusive.sum
        val wall = results["wall_clock"]!!.find("x")!!.inclusive.sum
        assertTrue(counted in 0.98 * clock..1.02 * wall + 100_000, "$counted ns counted, $clock ns by the clock, $wall ns in all")
        return counted to clock
    }

    @Test
    fun contextSwitchesAreThoseOfTheThreadsStatus() {
        if (!available()) return
        val status = "/proc/self/task/${kernelThreadId()}/status"
        fun switches() = readText(status).lines().filter { "ctxt_switches" in it }.sumOf { it.substringAfter(':').trim().toLong() }
        var inside = 0L
        val before = switches()
        val results = session {
            measure<PerfEvents>("x") {
                val begin = switches()
                repeat(20) { pause(microseconds = 200) }
                inside = switches() - begin
            }
        }
        val counted = results.counts()("context-switches")
        val around = switches() - before
        println("context-switches $counted, by status from $inside to $around")
        // The kernel updates the two at different places, and can be interrupted in between on a busy machine.
        assertTrue(counted >= 20.0 && counted in inside - 2.0..around + 2.0, "$counted switches, from $inside to $around by status")
    }

    @Test
    fun anEventThatCannotBeCountedIsLeftOutOfTheOthersAndTold() {
        if (!available()) return
        if (reasonWithout { PerfCounters.open(listOf("instructions")).close().let { 0L } } == null) {
            return println("skipped: this machine counts instructions")
        }
        val results = session({ perfEvents = "instructions,page-faults" }) {
            measure<PerfEvents>("x") { }
            assertEquals(listOf("page-faults"), PerfEvents.elements)
        }
        assertNotNull(results["perf_events"])
        assertContains(
            results.problems.single(),
            "event 'instructions' of TIMEMORY_PERF_EVENTS is skipped: 'instructions' is not counted on this machine",
        )
        session { }
    }

    @Test
    fun threadsThatHaveEndedLeaveNoFilesOpen() {
        if (!available()) return
        val before = listFiles("/proc/self/fd").size
        session {
            repeat(20) { inThreads(50) { measure<PerfEvents>("x") { } } }
            val open = listFiles("/proc/self/fd").size - before
            // Three files for each of 50 concurrent threads, and as many again before those of ended threads are swept.
            assertTrue(open <= 3 * (2 * 50 + 32), "$open files are open after 1000 threads")
        }
        inThreads(1) { OpenCounters.sweep() }
        val left = listFiles("/proc/self/fd").size - before
        assertTrue(left <= 3 * 4, "$left files are left open after 1000 threads")
    }

    @Test
    fun anotherProcessIsCountedWithWhatItBegins() {
        if (!available()) return
        val pid = shell("sh -c 'sleep 0.3; i=0; while [ \$i -lt 100000 ]; do i=\$((i+1)); done; sleep 1' >/dev/null 2>&1 & echo \$!")
            .trim().toInt()
        val counters = EventCounters.attach(pid, listOf("task-clock", "context-switches"))
        val before = counters.read()
        while ("State:\tZ" !in readTextOrEmpty("/proc/$pid/status") &&
            listFiles("/proc/$pid/task").isNotEmpty()
            ) pause(microseconds = 10_000)
        val counts = counters.read()
        println("task-clock ${counts[0]} ns, context switches ${counts[1]}, first $before")
        assertTrue(counts[0] > 10_000_000, "${counts[0]} ns")
        assertTrue(counts[1] >= 1, "${counts[1]} context switches")
        counters.close()
    }

    private fun readTextOrEmpty(path: String) = runCatching { readText(path) }.getOrDefault("")
}
