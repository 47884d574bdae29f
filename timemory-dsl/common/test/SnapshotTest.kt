@file:OptIn(ExperimentalAtomicApi::class)

package timemory

import kotlin.concurrent.atomics.AtomicBoolean
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.AtomicLong
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.internal.callgraph.currentGraph
import timemory.internal.platform.pause
import timemory.results.CallGraphNode
import timemory.results.Results

/** Results that are created while threads measure: each shows the state at one moment, and blocks no thread. */
class SnapshotTest {
    private val tools = bundle<TripCount, WallClock>()

    /** How often something was started and done, which bounds the laps in any results from both sides. */
    private class Tally {
        val begun = AtomicLong(0L)
        val done = AtomicLong(0L)

        inline fun count(action: () -> Unit) {
            begun.incrementAndFetch()
            action()
            done.incrementAndFetch()
        }

        fun check(label: String, results: () -> Results) {
            val atLeast = done.load()
            val laps = results()["trip_count"]?.nodes()?.filter { it.label == label }?.sumOf { it.inclusive.laps } ?: 0L
            val atMost = begun.load()
            assertTrue(laps in atLeast..atMost, "$laps laps of '$label', of which $atLeast were done before and $atMost begun")
        }
    }

    private fun whileMeasuring(count: Int, work: (Int) -> Unit, observe: () -> Unit) {
        val stop = AtomicBoolean(false)
        val running = AtomicInt(0)
        inThreads(count + 1) { i ->
            try {
                if (i < count) {
                    while (!stop.load()) {
                        work(i)
                        if (running.load() < count) running.incrementAndFetch()
                    }
                } else {
                    while (running.load() < count) pause(microseconds = 100)
                    observe()
                }
            } finally {
                stop.store(true)
            }
        }
    }

    @Test
    fun resultsTellOfEachThreadWhatWasSoAtOneMoment() {
        val tally = Tally()
        val results = session({ collapseThreads = false }) {
            whileMeasuring(
                count = 2,
                work = {
                    tally.count {
                        tools.measure("outer") { repeat(3) { tools.measure("inner") { repeat(2) { tools.measure("leaf") { } } } } }
                    }
                },
                observe = {
                    repeat(300) {
                        tally.check("outer") { Timemory.results()!!.also(::checkNesting) }
                    }
                },
            )
        }
        checkNesting(results)
        assertEquals(tally.done.load(), results["trip_count"]!!.roots.sumOf { it.inclusive.laps })
        assertEquals(emptyList(), results.problems)
    }

    /** A lap inside belongs to an open lap or to one that was counted: no lap is there by half. */
    private fun checkNesting(results: Results) {
        for (outer in results["trip_count"]!!.roots) {
            val inner = outer.children.firstOrNull { it.label == "inner" } ?: continue
            checkInside(outer, inner, 3L)
            checkInside(inner, inner.children.firstOrNull() ?: continue, 2L)
        }
        for (node in results["wall_clock"]!!.nodes()) assertTrue(
            node.exclusiveExact()!! >= 0L,
            "$node took ${node.exclusiveExact()} ns itself",
        )
    }

    private fun checkInside(outer: CallGraphNode, inner: CallGraphNode, times: Long) {
        val closed = outer.inclusive.laps - outer.inclusive.openLaps
        val most = times * outer.inclusive.laps
        assertTrue(inner.inclusive.laps in times * closed..most, "$inner inside $outer, ${outer.inclusive.openLaps} of them open")
        if (outer.inclusive.openLaps == 0L) assertEquals(0L, inner.inclusive.openLaps)
    }

    @Test
    fun suspendingRegionsAreCountedOnceWhoeverEndsThemMeanwhile() {
        val tally = Tally()
        val results = session {
            whileMeasuring(
                count = 1,
                work = {
                    runBlocking(Dispatchers.Default) {
                        measuredScope {
                            repeat(20) {
                                launch { tally.count { tools.measureSuspending("request") { yield() } } }
                            }
                        }
                    }
                },
                observe = { repeat(200) { tally.check("request") { Timemory.results()!! } } },
            )
        }
        assertEquals(tally.done.load(), results["trip_count"]!!.nodes().filter { it.label == "request" }.sumOf { it.inclusive.laps })
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun resultsComeToAnEndBesidePlainRegionsThatAreCarriedAcrossSuspensions() {
        session {
            whileMeasuring(
                count = 1,
                work = {
                    runBlocking(Dispatchers.Default) {
                        measuredScope {
                            repeat(2) {
                                launch {
                                    val open = List(6) { i -> tools.open("carried $i") }
                                    yield()
                                    open.asReversed().forEach { it.close() }
                                }
                            }
                        }
                    }
                },
                observe = { repeat(500) { assertNotNull(Timemory.results()) } },
            )
        }
    }

    /** A thread that preserves a value and then continues as if nothing had to be preserved has results from two moments. */
    @Test
    fun aThreadThatKeepsSomethingForResultsKeepsAllThatItChangesFromThenOn() {
        session {
            tools.measure("here") { }
            val graph = currentGraph!!
            val isOver = AtomicBoolean(false)
            val tooEarly = AtomicInt(0)
            val others = 30 // all of them have graphs, after the one that is watched
            val waiting = AtomicInt(0)
            inThreads(2 + others) { i ->
                when (i) {
                    0 -> try {
                        while (waiting.load() < others) pause(microseconds = 100)
                        repeat(500) { Timemory.results() }
                    } finally {
                        isOver.store(true)
                    }
                    1 -> while (!isOver.load()) {
                        val snapshots = graph.snapshots
                        if (snapshots.isNotEmpty() && graph.session.isActive && graph.snapshots === snapshots) tooEarly.incrementAndFetch()
                    }
                    else -> {
                        tools.measure("waiting") { }
                        waiting.incrementAndFetch()
                        while (!isOver.load()) pause(microseconds = 1_000)
                    }
                }
            }
            assertEquals(0, tooEarly.load(), "moments at which a thread would keep what it is about to change, and not the next change")
        }
    }

    @Test
    fun severalThreadsMakeResultsAtOnce() {
        val tally = Tally()
        session {
            whileMeasuring(
                count = 1,
                work = { tally.count { tools.measure("a") { tools.measure("b") { } } } },
                observe = { inThreads(3) { repeat(50) { tally.check("a") { Timemory.results()!! } } } },
            )
        }
    }

    @Test
    fun measuringGoesOnWhileResultsWaitForAComponent() {
        Waiting.isAsked.store(false)
        Waiting.mayAnswer.store(false)
        val results = session {
            val opened = AtomicBoolean(false)
            inThreads(3) { i ->
                when (i) {
                    0 -> bundle<WallClock, Waiting>().measure("asked") {
                        opened.store(true)
                        while (!Waiting.mayAnswer.load()) pause(microseconds = 100)
                    }
                    1 -> {
                        while (!opened.load()) pause(microseconds = 100)
                        Waiting.answersAtOnce.store(false)
                        Timemory.results()
                        Waiting.answersAtOnce.store(true)
                    }
                    else -> {
                        while (!Waiting.isAsked.load()) pause(microseconds = 100)
                        repeat(1000) { tools.measure("not delayed") { } }
                        val here = CallContext.current()
                        inThreads(1) { here.within { tools.measure("handed over") { } } }
                        Waiting.mayAnswer.store(true) // the results have waited for all of that
                    }
                }
            }
        }
        assertEquals(1000L, results["trip_count"]!!.find("not delayed")!!.inclusive.laps)
        assertEquals(1L, results["trip_count"]!!.find("handed over")!!.inclusive.laps)
    }

    /** Answers only when it may, once it is asked while its region is open. */
    @DescribedBy(Waiting.TYPE::class)
    internal class Waiting : LongDeltaComponent() {
        override fun read(): Long {
            if (answersAtOnce.load()) return 1L
            isAsked.store(true)
            while (!mayAnswer.load()) pause(microseconds = 100)
            return 1L
        }

        companion object TYPE : ComponentType<Waiting>("waiting", "Waits when asked", Quantity.COUNT, ::Waiting) {
            val answersAtOnce = AtomicBoolean(true)
            val isAsked = AtomicBoolean(false)
            val mayAnswer = AtomicBoolean(false)
        }
    }

    @Test
    fun threadsThatHaveEndedAreCountedOnceHoweverManyThereWere() {
        val results = session {
            repeat(30) {
                inThreads(10) { i -> tools.measure("thread") { tools.measure("part $i") { } } }
                val laps = Timemory.results()!!["trip_count"]!!.find("thread")!!.inclusive.laps
                assertEquals(10L * (it + 1), laps)
            }
        }
        assertEquals(300L, results["trip_count"]!!.find("thread")!!.inclusive.laps)
        assertEquals(30L, results["trip_count"]!!.find("thread", "part 7")!!.inclusive.laps)
    }
}
