package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield

/** What differs from the JVM because kotlinx.coroutines has no thread-context hook on Kotlin/Native: noticed, said, and safe. */
class NativeCoroutineTest {
    private val tools = bundle<TripCount, WallClock>()

    @Test
    fun onADispatcherThatIsNotWrappedSuspendingRegionsKeepTheirPlaceAndItIsSaid() {
        val results = coroutineSession {
            tools.measureSuspending("a") {
                withContext(Dispatchers.Default) { tools.measureSuspending("b") { delay(1) } }
                tools.measure("back") { }
            }
        }
        assertEquals("a 1\n  b 1\n  back 1", results.laps())
        assertTrue("does not tell. On Kotlin/Native, use that dispatcher's measured()" in results.problems.single())
        assertEquals(0L, results["active_time"]!!.find("a", "b")?.inclusive?.laps ?: 0L)
    }

    @Test
    fun aChildStartedUndispatchedKeepsItsPlaceAndItsMissingTimeIsSaid() {
        val results = coroutineSession {
            tools.measureSuspending("a") {
                launch(start = CoroutineStart.UNDISPATCHED) {
                    tools.measure("plain") { }
                    tools.measureSuspending("child") {
                        yield()
                        tools.measure("inside") { }
                    }
                }
                tools.measure("parent") { }
            }
        }
        assertEquals("a 1\n  plain 1\n  child 1\n    inside 1\n  parent 1".lines().toSet(), results.laps().lines().toSet())
        assertTrue("it was started undispatched" in results.problems.single(), results.problems.toString())
    }

    @Test
    fun aLazyChildHangsBelowThePlaceOfItsStart() {
        val results = coroutineSession {
            val child = launch(start = CoroutineStart.LAZY) { tools.measure("child") { } }
            tools.measureSuspending("a") { joinAll(child.also { it.start() }) }
        }
        assertEquals("a 1\n  child 1", results.laps())
    }

    @Test
    fun unconfinedIsRefused() {
        val refusal = assertFailsWith<IllegalArgumentException> { Dispatchers.Unconfined.measured() }
        assertTrue("Unconfined" in refusal.message!!)
    }

    @Test
    fun codeThatSuspendsWhereItCannotBeCancelledIsSaidToBeLost() {
        val results = coroutineSession {
            tools.measureSuspending("a") {
                withContext(NonCancellable) { delay(1); tools.measure("cleanup") { } }
            }
        }
        assertEquals(setOf("a 1", "cleanup 1"), results.laps().lines().map { it.trim() }.toSet())
        assertTrue("NonCancellable" in results.problems.single(), results.problems.toString())
    }

    @Test
    fun aWrappedDispatcherThatBeginsWithADispatchIsFollowedWhereItCannotBeCancelled() {
        val results = coroutineSession {
            tools.measureSuspending("a") {
                withContext(NonCancellable + Dispatchers.Default.measured()) { delay(1); tools.measure("cleanup") { } }
            }
        }
        assertEquals("a 1\n  cleanup 1", results.laps())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun measuredAloneRunsOnTheDefaultDispatcher() {
        val results = session {
            runBlocking(measured()) {
                tools.measureSuspending("a") { delay(1); tools.measure("b") { } }
            }
        }
        assertEquals("a 1\n  b 1", results.laps())
        assertEquals(emptyList(), results.problems)
    }
}
