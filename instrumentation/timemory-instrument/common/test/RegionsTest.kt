package timemory.instrument

import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertSame
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.Timemory
import timemory.results.Results
import timemory.session

/** The calls that compiled code makes, written by hand as the compiler plugin generates them. */
class RegionsTest {
    private fun Results.laps(component: String, vararg path: String): Long = get(component)?.find(*path)?.inclusive?.laps ?: 0L

    private fun plain(label: String, body: () -> Unit) {
        val region = enter(label)
        try {
            body()
        } finally {
            leave(region)
        }
    }

    private suspend fun suspending(label: String, body: suspend () -> Unit) {
        val region = enterSuspending(label)
        try {
            body()
        } finally {
            leaveSuspending(region)
        }
    }

    @Test
    fun regionsHaveTheComponentsThatWereChosen() {
        val results = session {
            Timemory.withComponents("wall_clock, trip_count") {
                plain("outer") { repeat(3) { plain("inner") {} } }
            }
            plain("later") {}
        }
        assertEquals(3, results.laps("wall_clock", "outer", "inner"))
        assertEquals(3, results.laps("trip_count", "outer", "inner"))
        assertEquals(1, results.laps("wall_clock", "later"))
        assertEquals(0, results.laps("trip_count", "later"))
    }

    @Test
    fun regionsEndWhereTheirFunctionIsLeftByAnException() {
        val results = session {
            runCatching { plain("fails") { error("on purpose") } }
            plain("after") {}
        }
        assertEquals(1, results.laps("wall_clock", "fails"))
        assertEquals(1, results.laps("wall_clock", "after"))
    }

    @Test
    fun componentsThatAFunctionNamesAreItsOwn() {
        val results = session {
            for (ids in listOf("trip_count", "trip_count; cpu_clock", "trip_count")) leave(enter("named $ids", ids))
        }
        assertEquals(2, results.laps("trip_count", "named trip_count"))
        assertEquals(1, results.laps("cpu_clock", "named trip_count; cpu_clock"))
        assertEquals(0, results.laps("wall_clock", "named trip_count"))
    }

    @Test
    fun aComponentThatThereIsNotIsReportedAndTheRestMeasured() {
        val results = session {
            leave(enter("partly", "trip_count, wall_clok"))
            leave(enter("not at all", "wall_clok"))
        }
        assertEquals(1, results.laps("trip_count", "partly"))
        assertEquals(1, results.laps("wall_clock", "not at all"))
        val problems = results.problems.filter { "wall_clok" in it && "'wall_clock'" in it && "@Measured" in it }
        assertEquals(2, problems.size, results.problems.toString())
    }

    @Test
    fun aUserBundleHasTheComponentsThatItWasGiven() {
        timemory.userBundle("INSTRUMENT_TEST").configure("trip_count")
        val results = session {
            leave(enterBundle("of the bundle", "INSTRUMENT_TEST"))
            leave(enterBundle("of no bundle", "no label"))
        }
        assertEquals(1, results.laps("trip_count", "of the bundle"))
        assertEquals(0, results.laps("wall_clock", "of the bundle"))
        assertEquals(1, results.laps("wall_clock", "of no bundle"))
        assertTrue(results.problems.any { "no label" in it }, results.problems.toString())
    }

    @Test
    fun whileMeasuringIsOffNothingIsOpened() {
        session({ enabled = false }) {
            assertNull(enter("off"))
            assertNull(enter("off", "trip_count"))
            leave(null)
            leaveSuspending(null)
            assertSame(EmptyCoroutineContext, followed(EmptyCoroutineContext))
        }
    }

    private fun CoroutineScope.launchFollowed(context: CoroutineContext = EmptyCoroutineContext, block: suspend CoroutineScope.() -> Unit) =
        launch(followed(this, context), block = block)

    @Test
    fun coroutinesAreFollowedFromWhereTheyAreMade() {
        val results = session {
            plain("main") {
                runBlocking(
                    followed(EmptyCoroutineContext),
                    followedBlock {
                        suspending("outer") {
                            coroutineScope {
                                repeat(4) {
                                    launchFollowed {
                                        suspending("child") {
                                            delay(1)
                                            plain("work") {}
                                            withContext(followedOnto(Dispatchers.Default)) { plain("elsewhere") {} }
                                        }
                                    }
                                }
                            }
                        }
                    },
                )
            }
        }
        val path = arrayOf("main", "outer", "child")
        assertEquals(1, results.laps("wall_clock", "main", "outer"))
        assertEquals(4, results.laps("wall_clock", *path))
        assertEquals(4, results.laps("wall_clock", *path, "work"))
        assertEquals(4, results.laps("wall_clock", *path, "elsewhere"))
        assertEquals(4, results["suspensions"]!!.nodes().single { it.label == "child" }.inclusive.laps)
        assertFalse(results.problems.any { "cannot be followed" in it }, results.problems.toString())
    }

    @Test
    fun aScopeThatIsNotFollowedLaunchesCoroutinesThatAre() {
        val results = session {
            val scope = CoroutineScope(Dispatchers.Default)
            plain("here") {
                val job = scope.launchFollowed {
                    suspending("task") {
                        yield()
                        plain("part") {}
                    }
                }
                runBlocking { job.join() }
            }
        }
        assertEquals(1, results.laps("wall_clock", "here", "task", "part"))
    }
}
