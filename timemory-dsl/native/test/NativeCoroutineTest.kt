package timemory

import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield

/** Differences from the JVM because kotlinx.coroutines has no thread-context hook on Kotlin/Native: detected, reported, and safe. */
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
        assertTrue("does not report it. On Kotlin/Native, use its measured()" in results.problems.single())
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
    fun unconfinedIsRefused() {
        val refusal = assertFailsWith<IllegalArgumentException> { Dispatchers.Unconfined.measured() }
        assertTrue("Unconfined" in refusal.message!!)
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

    /** However a context is created, coroutines launched with it are followed, and its elements are what they should be. */
    @Test
    fun contextsThatAreAddedUpStayFollowed() {
        val results = session {
            val followed = CoroutineName("a") + Dispatchers.Default.measured() + CoroutineName("b")
            assertEquals("b", followed[CoroutineName]!!.name)
            assertEquals(followed, followed + EmptyCoroutineContext)
            assertEquals(2, followed.fold(0) { count, _ -> count + 1 })
            assertEquals(EmptyCoroutineContext, followed.minusKey(CoroutineName).minusKey(ContinuationInterceptor))
            assertEquals(CoroutineName("b"), followed.fold(null as CoroutineName?) { found, element -> found ?: element as? CoroutineName })
            for (context in listOf(
                followed, EmptyCoroutineContext + followed, Job() + followed, followed + Job(),
                followed.minusKey(CoroutineName),
            )) {
                runBlocking { CoroutineScope(context).launch { tools.measureSuspending("a") { delay(1); tools.measure("b") { } } }.join() }
            }
        }
        assertEquals("a 5\n  b 5", results.laps())
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
