package timemory

import kotlin.coroutines.coroutineContext
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.yield
import timemory.settings.Settings
import timemory.spi.ContextScope
import timemory.spi.SessionListener
import timemory.spi.openSuspending
import timemory.spi.reportProblem

/** The API for integrations that know a framework only by its callbacks. */
class SpiTest {
    private val tools = bundle<TripCount>()

    @Test
    fun workOnAnotherThreadHangsBelowTheContextThatIsCurrentThere() {
        val results = session {
            lateinit var context: CallContext
            tools.measure("request") { context = CallContext.current() }
            inThreads(1) {
                tools.measure("thread") {
                    context.makeCurrent().use { tools.measure("step") { } }
                    tools.measure("after") { }
                }
            }
        }
        assertEquals("request 1\n  step 1\nthread 1\n  after 1", results.laps())
    }

    @Test
    fun aScopeThatIsClosedAgainEndsNoOther() {
        val results = session {
            lateinit var first: CallContext
            lateinit var second: CallContext
            tools.measure("first") { first = CallContext.current() }
            tools.measure("second") { second = CallContext.current() }
            val closed: ContextScope = assertNotNull(first.makeCurrent())
            closed.close()
            second.makeCurrent().use {
                closed.close()
                tools.measure("inside") { }
            }
        }
        assertEquals("first 1\nsecond 1\n  inside 1", results.laps())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aContextNamesTheRegionsAroundIt() {
        session {
            assertNull(CallContext.currentOrNull())
            tools.measure("a") {
                assertNotNull(CallContext.currentOrNull())
                tools.measure("b") { assertEquals(listOf("a", "b"), CallContext.current().labels) }
            }
            assertEquals(emptyList(), CallContext.current().labels)
            inThreads(1) { assertNull(CallContext.currentOrNull()) }
        }
        assertNull(CallContext.currentOrNull())
    }

    @Test
    fun whileMeasuringIsOffThereIsNoContext() {
        session {
            tools.measure("a") {
                val context = CallContext.current()
                Timemory.isEnabled = false
                assertNull(CallContext.currentOrNull())
                assertNull(context.makeCurrent())
            }
        }
    }

    @Test
    fun aSuspendingRegionIsOpenedAndClosedByCallbacks() {
        val results = coroutineSession {
            val region = tools.openSuspending("work", coroutineContext)
            tools.measure("first") { }
            yield()
            tools.measure("second") { }
            region.close()
            tools.measure("after") { }
        }
        assertEquals("work 1\n  first 1\n  second 1\nafter 1", results.laps())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aProblemIsReportedOnceForEachKind() {
        val results = session {
            reportProblem("kind", "a problem of the test")
            reportProblem("kind", "another one of its kind")
        }
        assertEquals(listOf("a problem of the test"), results.problems)
    }

    private class Events : SessionListener() {
        val all = mutableListOf<String>()

        override fun started(settings: Settings) {
            all += "started"
        }

        override fun threadStarted() {
            all += "thread"
        }

        override fun beforeResults(isEnd: Boolean) {
            all += if (isEnd) "last results" else "results"
        }

        override fun ended() {
            all += "ended"
        }
    }

    @Test
    fun aListenerFollowsSessions() {
        val events = Events()
        events.register()
        try {
            session {
                tools.measure("here") { }
                inThreads(1) { tools.measure("there") { } }
                Timemory.results()
            }
            assertEquals(listOf("started", "thread", "thread", "results", "last results", "ended"), events.all)
        } finally {
            events.unregister()
        }
        session { tools.measure("unheard") { } }
        assertEquals(6, events.all.size)
    }

    @Test
    fun aListenerThatThrowsIsReportedAndMeasuringGoesOn() {
        val broken = object : SessionListener() {
            override fun threadStarted() = error("on purpose")

            override fun toString() = "a broken one"
        }
        broken.register()
        try {
            val results = session { inThreads(1) { tools.measure("work") { } } }
            assertEquals("work 1", results.laps())
            assertEquals(1, results.problems.size, results.problems.toString())
            assertTrue("on purpose" in results.problems.single())
        } finally {
            broken.unregister()
        }
    }
}
