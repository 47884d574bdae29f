package timemory.live

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.Timemory
import timemory.TripCount
import timemory.WallClock
import timemory.internal.callgraph.activeSession
import timemory.internal.text.JsonWriter
import timemory.measure
import timemory.measureSuspending
import timemory.parseJson
import timemory.session

/** The regions that are currently open. */
class RunningRegionsTest {
    private fun open(): List<Map<*, *>> = runningRegions(activeSession()!!).map { region ->
        parseJson(buildString { region.writeTo(JsonWriter(this)) }) as Map<*, *>
    }

    @Test
    fun regionsAreListedWithTheirPathTheLongestFirst() {
        session {
            measure<WallClock>("over") { }
            measure<WallClock>("main") {
                measure<TripCount>("without a clock") {
                    measure<WallClock>("solve") {
                        val now = open()
                        assertEquals(listOf(listOf("main"), listOf("main", "without a clock", "solve")), now.map { it["path"] })
                        assertTrue(now.map { (it["nanoseconds"] as String).toLong() }.zipWithNext().all { (a, b) -> a >= b && b >= 0L })
                    }
                }
            }
            assertEquals(emptyList(), open())
        }
    }

    @Test
    fun thoseThatSuspendAreListedToo() {
        session {
            runBlocking {
                measureSuspending<WallClock>("request") {
                    yield()
                    val now = open().single()
                    assertEquals(listOf<Any?>(listOf("request"), "coroutine"), listOf(now["path"], now["thread"]))
                }
            }
            assertEquals(emptyList(), open())
        }
    }
}
