package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.longs.shouldBeLessThan
import java.lang.management.ManagementFactory
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.ThreadContextElement
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.internal.platform.FileOutput
import timemory.output.CompactFile
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

private val threads = ManagementFactory.getThreadMXBean() as com.sun.management.ThreadMXBean

/**
 * The allocation of [rounds] once they are compiled, which may take long on a busy machine: the least of many turns, or of as many as it
 * takes to be at most [enough]. Inline, so that it does not box a loop counter.
 */
private inline fun allocatedBy(rounds: Int, enough: Long = 0L, body: (Int) -> Unit): Long {
    var least = Long.MAX_VALUE
    var turns = 0
    while (turns++ < 3 || turns < 100 && least > enough) {
        val before = threads.currentThreadAllocatedBytes
        for (i in 0 until rounds) body(i)
        least = minOf(least, threads.currentThreadAllocatedBytes - before)
    }
    return least
}

/** Regions allocate nothing: counted, not timed. */
class AllocationSpec : FunSpec({
    val labels = List(10) { "label $it" }

    // One 16-byte object per region would total 160,000 bytes.
    val little = 2_000L

    // Up to some 64 bytes a region.
    val few = 640_000L

    test("a node in the compact file") {
        fun resultsOf(regions: Int) = session {
            repeat(regions / 10) { a -> measure<WallClock>("a$a") { repeat(9) { measure<WallClock>(labels[it]) { } } } }
        }
        val settings = Settings.load(SettingsBuilder())
        fun allocatedFor(regions: Int): Long {
            val results = resultsOf(regions)
            return allocatedBy(1) { FileOutput { _, _ -> }.also { CompactFile(results, settings).write(it) }.flush() }
        }
        // Labels are kept, one for ten nodes. A text for each number would take 48 bytes, of which a node has some five; code that is not
        // compiled in full yet, as on a busy machine, takes some 140.
        allocatedFor(20_000) - allocatedFor(10_000) shouldBeLessThan 10_000 * 200
    }

    test("results of a coroutine thousands of calls deep allocate in proportion to its depth") {
        suspend fun call(depth: Int, innermost: () -> Unit) {
            if (depth > 0) return measureSuspending<FakeClock>("call") { call(depth - 1, innermost) }
            yield()
            innermost()
        }

        fun allocatedFor(depth: Int): Long {
            var least = Long.MAX_VALUE
            session { runBlocking { call(depth) { least = allocatedBy(1) { Timemory.results() } } } }
            return least
        }
        // Eight times as much; where each open lap is followed from the root, 64 times.
        allocatedFor(2_000) shouldBeLessThan 16 * allocatedFor(250)
    }

    test("results with percentiles copy each histogram once, as it is") {
        val regions = 50
        fun allocatedFor(percentiles: String): Long {
            var least = Long.MAX_VALUE
            session({ this.percentiles = percentiles }) {
                for (i in 0 until regions) {
                    measure<FakeClock>("around $i") {
                        for (lap in 0 until 1_000) measure<FakeClock>("x") { pass(3_000L + 40L * lap) }
                    }
                }
                least = allocatedBy(1) { Timemory.results() }
            }
            return least
        }
        // Some 120 blocks of 128 bytes for "x", and one for the region around it. A copy that grows value by value takes twice as much, and
        // there was one more for the totals, and one for the region around.
        allocatedFor("50") - allocatedFor("") shouldBeLessThan regions * 20_000L
    }

    test("one region with a wall clock") {
        session { allocatedBy(10_000) { measure<WallClock>("x") { } } shouldBeLessThan little }
    }

    test("wall clock, thread CPU clock and peak RSS without the Foreign Function and Memory API") {
        session { allocatedBy(10_000) { measure<WallClock, ThreadCpuClock, PeakRss, PageRss>("x") { } } shouldBeLessThan little }
    }

    test("three nested regions and ten alternating labels") {
        session {
            allocatedBy(10_000) { i ->
                measure<WallClock>("a") { measure<WallClock>("b") { measure<WallClock>(labels[i % 10]) { } } }
            } shouldBeLessThan little
        }
    }

    test("flat regions, a bundle's value form and push and pop") {
        val tools = bundle<WallClock, TripCount>()
        session {
            allocatedBy(10_000) { i ->
                measure<WallClock>("flat", Scope.FLAT) { measure<WallClock>("flat", Scope.FLAT) { } }
                tools.measure(labels[i % 10]) { }
                tools.push("p")
                tools.pop()
            } shouldBeLessThan little
        }
    }

    test("a handle that is started and stopped, a bundle chosen at run time, and shared readings") {
        val handle = bundle<WallClock, TripCount>().region("handle")
        val chosen = bundleOf("wall_clock, thread_cpu_clock")
        session {
            allocatedBy(10_000) {
                handle.start()
                chosen.measure("chosen") { measure<WallClock, ActiveTime>("shared") { } }
                handle.stop()
            } shouldBeLessThan little
        }
    }

    test("a profiler whose tweak inserts and removes: the object it is given, and no components made to find the set") {
        val profiler = profiler<String>("ALLOCATION_SPEC") {
            configure(WallClock, PeakRss)
            tweak { label ->
                insert(PageRss)
                if (label.endsWith('1')) remove(PeakRss)
            }
        }
        session { allocatedBy(10_000) { i -> profiler.measure(labels[i % 10]) { } } shouldBeLessThan 10_000 * 24 + little }
    }

    test("while switched off") {
        session({ enabled = false }) {
            allocatedBy(10_000) { measure<WallClock, PeakRss>("x") { } } shouldBeLessThan little
        }
    }

    test("suspending regions, whether they are suspended or not, beside what the suspension itself allocates") {
        val yields = runBlocking(EmptyElement) { allocatedBy(10_000) { yield() } }
        session {
            runBlocking(measured()) {
                // The objects of a lap would take 400 bytes each time; the rest is the list of the component classes, and boxing by code
                // that is not fully compiled yet.
                allocatedBy(10_000, few / 2) { measureSuspending<WallClock>("not suspended") { } } shouldBeLessThan few
                allocatedBy(10_000, few / 2) { measureSuspending<WallClock, ThreadCpuClock>("two components") { } } shouldBeLessThan few
                val suspended = allocatedBy(10_000, yields + few / 2) { measureSuspending<WallClock>("suspended") { yield() } }
                suspended - yields shouldBeLessThan few
            }
        }
    }

    test("a suspension and resumption in nested suspending regions, beside what any context element makes the coroutine allocate") {
        suspend fun allocatedByYields(enough: Long): Long {
            // The least of many turns: when all of it is compiled, some of the coroutine's own objects are spared.
            var least = Long.MAX_VALUE
            var turns = 0
            while (turns++ < 60 && least > enough) {
                val before = threads.currentThreadAllocatedBytes
                repeat(10_000) { yield() }
                least = minOf(least, threads.currentThreadAllocatedBytes - before)
            }
            return least
        }
        val alone = runBlocking(EmptyElement) { allocatedByYields(0L) }
        session {
            val followed = runBlocking(measured()) {
                val tools = bundle<WallClock, TripCount>()
                tools.measureSuspending("outer") { tools.measureSuspending("inner") { allocatedByYields(alone) } }
            }
            followed - alone shouldBeLessThan little
        }
    }
})

private object EmptyElement : ThreadContextElement<Unit>, CoroutineContext.Key<ThreadContextElement<Unit>> {
    override val key: CoroutineContext.Key<*> get() = this

    override fun updateThreadContext(context: CoroutineContext) = Unit

    override fun restoreThreadContext(context: CoroutineContext, oldState: Unit) = Unit
}
