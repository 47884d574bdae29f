package timemory.live

import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import timemory.CallContext
import timemory.FakeClock
import timemory.Strand
import timemory.Timemory
import timemory.bundle
import timemory.internal.platform.Latch
import timemory.internal.platform.startThread
import timemory.repeats
import timemory.results.Results
import timemory.session

/** A piece of work is measured separately. */
class CaptureTest {
    private val tools = bundle<FakeClock>()

    private fun lap(label: String) = tools.measure(label) {}

    private fun Results.laps(vararg path: String): Long = get("fake_clock")?.find(*path)?.inclusive?.laps ?: 0L

    private fun Results.all(): Long = get("fake_clock")?.nodes()?.sumOf { it.inclusive.laps } ?: 0L

    private fun onThread(action: () -> Unit) {
        val over = Latch()
        var thrown: Throwable? = null
        startThread("worker") {
            try {
                action()
            } catch (failure: Throwable) {
                thrown = failure
            }
            over.open()
        }
        while (!over.isOpen) over.await(10_000)
        thrown?.let { throw it }
    }

    @Test
    fun whatFollowsItsEndWithinItBelongsWhereTheThreadStands() {
        val all = session {
            lap("before")
            val capture = Capture.begin()!!
            tools.measure("around") {
                capture.within {
                    lap("a")
                    assertEquals(1, capture.end().laps("a"))
                    lap("more")
                }
                lap("inside")
            }
        }
        assertEquals(1, all.laps("around", "more"))
        assertEquals(1, all.laps("around", "inside"))
        assertEquals(1, all.threadCount)
    }

    @Test
    fun whatTheWorkMeasuresIsInItsResultsAlone() {
        val all = session {
            lap("before")
            val capture = Capture.begin()!!
            tools.measure("around") {
                capture.within { tools.measure("a") { lap("b") } }
                lap("inside")
            }
            lap("after")
            val part = capture.end()
            assertEquals(1, part.laps("a"))
            assertEquals(1, part.laps("a", "b"))
            assertEquals(2, part.all())
        }
        assertEquals(1, all.laps("around", "inside"))
        assertEquals(1, all.laps("after"))
        assertEquals(4, all.all())
    }

    @Test
    fun withoutASessionThereIsNone() {
        assertNull(Capture.begin())
    }

    @Test
    fun itsResultsAreReturnedOnce() {
        session {
            val capture = Capture.begin()!!
            capture.end()
            assertFailsWith<IllegalStateException> { capture.end() }
        }
    }

    @Test
    fun itGoesOverToThreadsAndStrandsThatTheWorkIsHandedTo() {
        val all = session {
            val capture = Capture.begin()!!
            var here: CallContext? = null
            var strand: Strand? = null
            capture.within {
                tools.measure("a") {
                    here = CallContext.current()
                    strand = Strand.here()
                }
            }
            onThread {
                lap("own")
                here!!.within { lap("handed over") }
                val held = strand!!.resume().use { tools.open("held", strand).also { lap("in strand") } }
                lap("own")
                strand.resume().use { held.close() }
            }
            val part = capture.end()
            assertEquals(1, part.laps("a", "handed over"))
            assertEquals(1, part.laps("a", "held"))
            assertEquals(1, part.laps("a", "held", "in strand"))
            assertEquals(4, part.all())
        }
        assertEquals(2, all.laps("own"))
        assertEquals(2, all.all())
    }

    @Test
    fun workOfTheProcessInTheMidstOfItIsThatOfTheProcess() {
        val all = session {
            val capture = Capture.begin()!!
            tools.measure("main") {
                val outside = CallContext.current()
                val part = run {
                    capture.within {
                        lap("in")
                        outside.within {
                            lap("out")
                            capture.within { lap("in again") }
                            lap("out")
                        }
                        lap("in")
                    }
                    capture.end()
                }
                assertEquals(2, part.laps("in"))
                assertEquals(1, part.laps("in again"))
                assertEquals(3, part.all())
            }
        }
        assertEquals(2, all.laps("main", "out"))
        assertEquals(3, all.all())
    }

    @Test
    fun resultsOfTheProcessMadeMeanwhileLeaveItOutAndTakeNothingFromIt() {
        session {
            lap("process")
            val capture = Capture.begin()!!
            capture.within {
                lap("in")
                assertEquals(1, Timemory.results()!!.all())
                lap("in")
            }
            assertEquals(2, capture.end().laps("in"))
        }
    }

    @Test
    fun whatGoesOnAfterItsEndIsMeasuredForTheProcess() {
        val all = session {
            val capture = Capture.begin()!!
            val opened = Latch()
            val ended = Latch()
            val over = Latch()
            startThread("late") {
                capture.within {
                    tools.measure("open") {
                        opened.open()
                        while (!ended.isOpen) ended.await(1_000)
                    }
                    lap("late")
                }
                lap("own")
                over.open()
            }
            while (!opened.isOpen) opened.await(1_000)
            val part = capture.end()
            ended.open()
            while (!over.isOpen) over.await(1_000)
            assertEquals(1, part.get("fake_clock")!!.find("open")!!.inclusive.openLaps)
            assertEquals(1, part.all())
        }
        assertEquals(1, all.laps("late"))
        assertEquals(1, all.laps("own"))
        assertEquals(2, all.all())
    }

    /** Threads enter and leave several captures and the process at random: each lap is counted where it ran, and only there. */
    @Test
    fun everyLapIsWhereTheModelHasIt() {
        repeat(repeats(40, thorough = 2_000)) { seed ->
            val expected = Array(CAPTURES + 1) { LongArray(LABELS) }
            var parts = emptyList<Results>()
            val all = session {
                val process = CallContext.current()
                val captures = List(CAPTURES) { assertNotNull(Capture.begin()) }
                val counts = Array(THREADS) { Array(CAPTURES + 1) { LongArray(LABELS) } }
                val latches = List(THREADS) { Latch() }
                for (thread in 0 until THREADS) startThread("worker $thread") {
                    val chance = Random(seed * 100L + thread)
                    fun act(where: Int, depth: Int) {
                        repeat(chance.nextInt(4)) {
                            val label = chance.nextInt(LABELS)
                            lap("label $label")
                            counts[thread][where][label]++
                        }
                        if (depth < 6) repeat(chance.nextInt(3)) {
                            val next = chance.nextInt(CAPTURES + 1)
                            val context = if (next == CAPTURES) process else captures[next].context
                            context.within { act(next, depth + 1) }
                        }
                        if (depth == 0) Timemory.results()
                    }
                    repeat(5) { act(CAPTURES, 0) }
                    latches[thread].open()
                }
                for (latch in latches) while (!latch.isOpen) latch.await(1_000)
                for (one in counts) {
                    for (where in one.indices) for (label in 0 until LABELS) expected[where][label] += one[where][label]
                }
                parts = captures.map { it.end() }
            }
            for ((where, results) in (parts + all).withIndex()) {
                for (label in 0 until LABELS) assertEquals(expected[where][label], results.laps("label $label"), "seed $seed, $where")
                assertEquals(expected[where].sum(), results.all())
            }
        }
    }

    private companion object {
        const val CAPTURES = 3
        const val THREADS = 3
        const val LABELS = 3
    }
}
