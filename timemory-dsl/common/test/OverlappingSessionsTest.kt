package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.whenAlone

/** A session may start while the results of the previous one are still being read. */
class OverlappingSessionsTest {
    @AfterTest
    fun listenNoMore() {
        Recorder.names = null
        Recorder.whileEnding = null
    }

    @Test
    fun whatRunsWithASessionStartsOnceTheSessionBeforeHasEndedEntirely() {
        Recorder.names = HashMap()
        beginAnotherWhileEnding()
        measure<TripCount>("of the second") { }
        assertEquals(listOf("starts in 0", "ends with 0", "starts in 1"), Recorder.events)
        assertEquals(1L, Timemory.finalize()!!["trip_count"]!!.find("of the second")!!.inclusive.laps)
        assertEquals(listOf("starts in 0", "ends with 0", "starts in 1", "ends with 1"), Recorder.events)
    }

    @Test
    fun whatWaitsForASessionToEndIsDoneOnceForEachKey() {
        var done = ""
        Recorder.whileEnding = {
            val second = activeSession()!!
            whenAlone(second, "a") { done += "a" }
            whenAlone(second, "a") { done += "A" }
            whenAlone(second, "b") { done += "b" }
            assertEquals("", done)
        }
        beginAnotherWhileEnding()
        assertEquals("ab", done)
        whenAlone(activeSession()!!, "a") { done += "c" }
        assertEquals("abc", done)
        Timemory.finalize()
    }

    @Test
    fun nothingStartsInASessionThatEndedWhileItWaited() {
        var done = ""
        Recorder.whileEnding = {
            whenAlone(activeSession()!!, "a") { done += "a" }
            Timemory.finalize()
        }
        beginAnotherWhileEnding()
        assertNull(activeSession())
        assertEquals("", done)
    }

    private fun beginAnotherWhileEnding() {
        Timemory.init { fileOutput = false; coutOutput = false }
        measure<TripCount>("of the first") { }
        Recorder.isAsked = true
        Timemory.finalize()
    }
}

/** Hooks stay for as long as the process lives, and do nothing most of the time. */
private object Recorder {
    var names: HashMap<Session, Int>? = null
        set(value) {
            field = value
            events.clear()
        }
    val events = ArrayList<String>()
    var isAsked = false
        set(value) {
            hooks // registers them
            field = value
        }

    /** Other actions once a session has started while another ends. */
    var whileEnding: (() -> Unit)? = null

    private val hooks by lazy {
        SessionHooks.onSessionStart { note("starts in", it) }
        SessionHooks.onResults { _, isEnd ->
            if (isEnd && isAsked) {
                isAsked = false
                Timemory.init { fileOutput = false; coutOutput = false }
                whileEnding?.invoke()
            }
        }
        SessionHooks.onEnd { note("ends with", it) }
    }

    private fun note(what: String, session: Session) {
        val known = names ?: return
        events.add("$what ${known.getOrPut(session) { known.size }}")
    }
}
