@file:OptIn(ExperimentalAtomicApi::class)

package timemory

import kotlin.concurrent.atomics.AtomicBoolean
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import timemory.internal.callgraph.ThreadNames
import timemory.internal.callgraph.record
import timemory.internal.platform.Latch
import timemory.internal.platform.pause
import timemory.internal.platform.threadName
import timemory.internal.platform.wallNanoseconds
import timemory.results.CallGraphNode
import timemory.results.Results

class ThreadsTest {
    private val tools = bundle<TripCount, WallClock>()

    private fun Results.trips(): String =
        this["trip_count"]!!.nodes().joinToString("\n") { "  ".repeat(it.depth) + "${it.label} ${it.inclusive.laps}" }

    @Test
    fun workOfOtherThreadsHangsBelowTheRegionOpenInThePrimaryThread() {
        val results = session {
            tools.measure("first") { inThreads(3) { tools.measure("work") { tools.measure("part") { } } } }
            tools.measure("second") { inThreads(2) { tools.measure("work") { } } }
            inThreads(2) { tools.measure("loose") { } }
        }
        assertEquals("first 1\n  work 3\n    part 3\nsecond 1\n  work 2\nloose 2", results.trips())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun threads_have_their_names_and_those_that_follow_under_one_number_are_counted() {
        val names = ThreadNames()
        names.add(0, "main")
        names.add(7, "DefaultDispatcher-worker-1 @coroutine#12")
        names.add(7, "DefaultDispatcher-worker-1 @coroutine#13")
        names.add(2, "pool-1-thread-1")
        names.add(2, "pool-9-thread-1")
        names.add(3, "")
        names.add(Int.MAX_VALUE, "beyond")
        names.add(4, "x".repeat(1_000))
        assertEquals(
            mapOf(0 to "main", 2 to "pool-1-thread-1 and 1 later", 4 to "x".repeat(80), 7 to "DefaultDispatcher-worker-1"),
            names.all(),
        )
    }

    @Test
    fun results_know_the_thread_that_measured() {
        val results = session { tools.measure("main") { inThreads(1) { tools.measure("work") { } } } }
        val own = threadName().substringBefore(" @")
        assertTrue(own.isEmpty() || results.threadName(0) == own, "${results.threadNames}")
        assertEquals("thread 99", results.threadName(99))
    }

    /** Would last half an hour otherwise. */
    @Test
    fun whoWaitsForALatchGoesOnWhenItIsOpened() {
        repeat(100) {
            val latch = Latch()
            inThreads(2) { if (it == 0) latch.open() else while (!latch.isOpen) latch.await(Int.MAX_VALUE) }
            latch.await(Int.MAX_VALUE)
        }
    }

    @Test
    fun aThreadThatOpensSeveralRegionsAtItsTopKeepsThemAll() {
        val results = session {
            tools.measure("main") { inThreads(1) { for (i in 0..4) tools.measure("top $i") { } } }
        }
        assertEquals("main 1\n" + (0..4).joinToString("\n") { "  top $it 1" }, results.trips())
    }

    @Test
    fun anotherThreadFollowsThePrimaryOneFromPlaceToPlace() {
        val random = Random(5)
        val expected = HashMap<String, Long>()
        val flat = bundle<TripCount>(Scope.FLAT)
        val results = session {
            val turn = AtomicInt(0)
            val steps = 300
            var elsewhere: CallContext? = null
            tools.measure("elsewhere") { elsewhere = CallContext.current() }

            // The other thread measures once, below `place`.
            fun handOver(place: String) {
                expected[place] = (expected[place] ?: 0L) + 1L
                val begin = turn.incrementAndFetch()
                while (turn.load() == begin) pause(10)
            }
            runBlocking {
                launch(Dispatchers.Default) {
                    repeat(steps) {
                        while (turn.load() % 2 == 0) pause(10)
                        tools.measure("work") { }
                        turn.incrementAndFetch()
                    }
                }
                repeat(steps) {
                    when (random.nextInt(6)) {
                        0 -> handOver("")
                        1 -> tools.measure("a") { handOver("a") }
                        2 -> tools.measure("b") { handOver("b") }
                        3 -> tools.measure("a") { tools.measure("c") { handOver("c") } }
                        4 -> listOf("a", "b").random(random).let { around ->
                            tools.measure(around) { flat.measure("flat") { handOver(around) } }
                        }
                        else -> elsewhere!!.within { handOver("elsewhere") }
                    }
                }
            }
        }
        val graph = results["trip_count"]!!
        val places = listOf("" to graph.roots) + graph.nodes().map { it.label to it.children }
        val work = places.mapNotNull { (label, below) -> below.find { it.label == "work" }?.let { label to it.inclusive.laps } }
        assertEquals<Map<String, Long>>(expected, work.toMap())
    }

    @Test
    fun exclusiveTimeIsNotReducedByOtherThreads() {
        val results = session {
            tools.measure("main") { inThreads(4) { tools.measure("work") { spin() } } }
        }
        val main = results["wall_clock"]!!.find("main")!!
        assertEquals(main.inclusive.exactSum, main.exclusiveExact())
        assertTrue(main.children.single().isConcurrent)
        assertTrue(!main.isConcurrent)
    }

    private fun spin() {
        val end = wallNanoseconds() + 2_000_000
        while (wallNanoseconds() < end) { /* busy */ }
    }

    @Test
    fun threadsCanBeKeptApart() {
        val started = AtomicInt(0)
        val results = session({ collapseThreads = false }) {
            tools.measure("main") {
                inThreads(2) {
                    // Both at once: a thread that has ended gives its number to the next.
                    tools.measure("work") {
                        started.incrementAndFetch()
                        while (started.load() < 2) pause(100)
                    }
                }
            }
        }
        val main = results["trip_count"]!!.find("main")!!
        assertEquals(listOf(listOf(1), listOf(2)), main.children.map { it.threads }.sortedBy { it.single() })
        assertEquals(listOf("work", "work"), main.children.map { it.label })
    }

    @Test
    fun manyShortLivedThreadsLoseNoLap() {
        val results = session {
            tools.measure("main") {
                repeat(100) { inThreads(20) { tools.measure("work") { } } }
            }
        }
        assertEquals("main 1\n  work 2000", results.trips())
        assertTrue(results.threadCount < 200, "${results.threadCount} threads at once")
    }

    @Test
    fun stoppingOnAnotherThreadIsReportedAndNotRecorded() {
        val results = session {
            val region = tools.open("here")
            inThreads(1) { region.close() }
            region.close()
        }
        assertEquals("here 1", results.trips())
        assertTrue(results.problems.single().startsWith("region 'here' was opened on thread"), results.problems.toString())
    }

    @Test
    fun aRegionClosedByAnotherThreadDoesNotHoldWhatFollowsIt() {
        val results = session {
            tools.measure("outer") {
                repeat(3) {
                    val region = tools.open("left behind")
                    inThreads(1) { region.close() }
                    tools.measure("after") { tools.measure("inside") { } }
                }
            }
            tools.measure("last") { }
        }
        assertEquals("outer 1\n  left behind 0\n  after 3\n    inside 3\nlast 1", results.trips())
        assertEquals(1, results.problems.size)
    }

    @Test
    fun workHandedOverWithAPositionHangsBelowIt() {
        val results = session {
            var here: CallContext? = null
            tools.measure("first") { tools.measure("second") { here = CallContext.current() } }
            tools.measure("third") {
                inThreads(2) {
                    here!!.within { tools.measure("work") { tools.measure("part") { } } }
                    tools.measure("own") { here.within { tools.measure("work") { } } }
                }
                here!!.within { tools.measure("work") { } }
                tools.measure("part") { }
            }
        }
        val expected = "first 1\n  second 1\n    work 5\n      part 2\nthird 1\n  own 2\n  part 1"
        assertEquals(expected.lines().toSet(), results.trips().lines().toSet())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun workHandedOverByAWorkerHangsBelowTheWorkersRegion() {
        val results = session {
            tools.measure("main") {
                inThreads(2) { i ->
                    tools.measure("worker $i") {
                        val here = CallContext.current()
                        inThreads(2) { here.within { tools.measure("task") { } } }
                    }
                }
            }
        }
        assertEquals(
            setOf("main 1", "  worker 0 1", "  worker 1 1", "    task 2"),
            results.trips().lines().toSet(),
        )
    }

    @Test
    fun keptApartHandedOverWorkHangsBelowTheThreadThatHandedItOver() {
        val results = session({ collapseThreads = false }) {
            inThreads(1) {
                tools.measure("worker") {
                    val here = CallContext.current()
                    inThreads(1) { here.within { tools.measure("task") { } } }
                }
            }
        }
        val worker = results["trip_count"]!!.roots.single()
        assertEquals(listOf("worker", "task"), listOf(worker.label, worker.children.single().label))
        assertTrue(worker.threads != worker.children.single().threads)
    }

    @Test
    fun workThatTheSameThreadDoesInTheRegionItselfIsInsideItsTime() {
        val results = session {
            measure<FakeClock>("outer") {
                val here = CallContext.current()
                here.within { measure<FakeClock>("inner") { pass(5) } }
                pass(1)
            }
        }
        assertEquals("outer 1 6 1\n  inner 1 5 5", results.fakeGraph())
    }

    @Test
    fun resultsMadeWhileThreadsMeasureHoldWholeLaps() {
        val clocks = bundle<Paired, TripCount>()
        val over = AtomicBoolean(false)
        val failures = ArrayList<String>()
        session {
            inThreads(3) { i ->
                if (i == 0) {
                    repeat(100) { check(Timemory.results()!!, failures) }
                    over.store(true)
                } else {
                    while (!over.load()) clocks.measure("outer") { clocks.measure("inner") { } }
                }
            }
        }
        assertEquals(emptyList(), failures)
    }

    private fun check(results: Results, failures: MutableList<String>) {
        for (node in results["paired"]?.nodes() ?: return) {
            val sums = node.inclusive.statistics.map { it.sum }
            if (sums[0] != -sums[1]) failures.add("${node.label}: $sums")
            if (sums[0] != node.inclusive.laps.toDouble()) failures.add("${node.label}: ${node.inclusive.laps} laps, $sums")
        }
        results.problems.forEach(failures::add)
    }

    /** Random programs on several threads, against a model that keeps the path of each lap. */
    @Test
    fun randomProgramsGiveTheGraphOfTheModel() {
        for (seed in 1..repeats(10, thorough = 50)) {
            val expected = List(4) { HashMap<String, Long>() }
            val results = session {
                tools.measure("root") {
                    inThreads(4) { thread -> RandomProgram(Random(100 * seed + thread), expected[thread]).run() }
                }
            }
            val model = HashMap<String, Long>()
            for (part in expected) for ((path, laps) in part) model[path] = (model[path] ?: 0) + laps
            model["root"] = 1
            val measured = HashMap<String, Long>()
            for (node in results["trip_count"]!!.nodes()) measured[pathOf(results, node)] = node.inclusive.laps
            assertEquals(model.toList().sortedBy { it.first }, measured.toList().sortedBy { it.first }, "seed $seed")
            for (node in results["wall_clock"]!!.nodes()) assertTrue(node.exclusiveExact()!! >= 0, "$node: ${node.exclusiveExact()}")
        }
    }

    private fun pathOf(results: Results, wanted: CallGraphNode): String {
        val path = ArrayList<String>()
        for (node in results["trip_count"]!!.nodes()) {
            while (path.size > node.depth) path.removeAt(path.lastIndex)
            path.add(node.label)
            if (node === wanted) return path.joinToString("/")
        }
        error("not found")
    }

    private inner class RandomProgram(private val random: Random, private val laps: HashMap<String, Long>) {
        fun run() = repeat(50) { region("root", 0) }

        private fun region(path: String, depth: Int) {
            val label = "r${random.nextInt(5)}"
            val here = "$path/$label"
            laps[here] = (laps[here] ?: 0) + 1
            val nested = if (depth < 6) random.nextInt(3) else 0
            try {
                when (random.nextInt(4)) {
                    0 -> tools.measure(label) { inside(here, depth, nested) }
                    1 -> measure<TripCount, WallClock>(label) { inside(here, depth, nested) }
                    2 -> tools.open(label).use { inside(here, depth, nested) }
                    else -> {
                        tools.push(label)
                        try {
                            inside(here, depth, nested)
                        } finally {
                            tools.pop()
                        }
                    }
                }
            } catch (_: IllegalStateException) {
                // thrown below, to leave regions by exception
            }
        }

        private fun inside(path: String, depth: Int, nested: Int) {
            repeat(nested) { region(path, depth + 1) }
            check(random.nextInt(10) != 0)
        }
    }
}

/** A pair of numbers that are each other's negative in every lap: torn totals show. */
@DescribedBy(Paired.TYPE::class)
internal class Paired : ValueComponent<Pair<Double, Double>>(Paired) {
    override fun start() {}

    override fun stop() = record(Pair(1.0, -1.0))

    companion object TYPE : ValueComponentType<Paired, Pair<Double, Double>>("paired", "One and minus one", Quantity.COUNT, ::Paired) {
        override val elements: List<String> get() = listOf("plus", "minus")

        override fun plus(a: Pair<Double, Double>, b: Pair<Double, Double>) = Pair(a.first + b.first, a.second + b.second)

        override fun numbers(value: Pair<Double, Double>) = doubleArrayOf(value.first, value.second)
    }
}
