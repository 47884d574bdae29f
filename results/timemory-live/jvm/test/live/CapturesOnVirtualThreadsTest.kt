package timemory.live

import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import org.junit.jupiter.api.condition.EnabledForJreRange
import org.junit.jupiter.api.condition.JRE
import timemory.FakeClock
import timemory.Strand
import timemory.Timemory
import timemory.bundle
import timemory.context.ContextPropagation
import timemory.results.Results
import timemory.session

/** Virtual threads borrow call graphs, and in a capture they have two at once: each is lent to one thread at a time. */
@EnabledForJreRange(min = JRE.JAVA_21)
class CapturesOnVirtualThreadsTest {
    private val tools = bundle<FakeClock>()

    private fun CountDownLatch.passed() = assertTrue(await(30, TimeUnit.SECONDS))

    /** Calls `Thread.ofVirtual().start(action)` by reflection, because the tests are compiled for Java 17. */
    private fun virtual(action: () -> Unit): Thread =
        Thread::class.java.getMethod("startVirtualThread", Runnable::class.java).invoke(null, Runnable(action)) as Thread

    private fun Thread.ended() = assertTrue(apply { join(30_000) }.state == Thread.State.TERMINATED)

    /** Two virtual threads have a region open at the same time. */
    private fun twoAtOnce() {
        val firstIsOpen = CountDownLatch(1)
        val secondIsOpen = CountDownLatch(1)
        val firstIsClosed = CountDownLatch(1)
        val first = virtual {
            tools.measure("first") {
                firstIsOpen.countDown()
                secondIsOpen.passed()
            }
            firstIsClosed.countDown()
        }
        val second = virtual {
            firstIsOpen.passed()
            tools.measure("second") {
                secondIsOpen.countDown()
                firstIsClosed.passed()
            }
        }
        first.ended()
        second.ended()
    }

    private fun Results.places() = get("fake_clock")!!.nodes().filter {
        it.label != "main"
    }.map { "${it.depth} ${it.label} ${it.inclusive.laps}" }

    @Test
    fun aGraphThatACaptureCameFromIsLentOnceMoreAfterItsEnd() {
        val results = session {
            var task = Runnable { }
            tools.measure("main") { task = ContextPropagation.wrap(Runnable { tools.measure("inner") { } }) }
            val capture = Capture.begin()!!
            virtual { capture.enter().use { task.run() } }.ended()
            capture.end()
            twoAtOnce()
        }
        assertEquals(listOf("1 inner 1", "0 first 1", "0 second 1"), results.places().toList())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aGraphThatAStrandCameFromIsLentOnceMoreAfterItsEnd() {
        val results = session {
            val capture = Capture.begin()!!
            val strand = Strand.here()
            virtual { capture.enter().use { strand.resume().use { tools.measure("inner") { } } } }.ended()
            capture.end()
            twoAtOnce()
        }
        assertEquals(listOf("0 inner 1", "0 first 1", "0 second 1"), results.places().toList())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun closingTwiceIsClosingOnce() {
        session {
            val capture = Capture.begin()!!
            virtual {
                tools.measure("around") {
                    val entered = capture.enter()
                    entered.close()
                    entered.close()
                }
            }.ended()
            capture.end()
            assertEquals(emptyList(), Timemory.results()!!.problems)
        }
    }
}
