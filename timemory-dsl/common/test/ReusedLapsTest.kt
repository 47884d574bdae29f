package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield

/** Suspending laps that are measured with the objects of earlier ones at their place. */
class ReusedLapsTest {
    private fun lapsOf(tools: () -> timemory.bundle.Bundle) = session {
        runBlocking {
            measuredScope {
                repeat(3) {
                    tools().measureSuspending("at once") { }
                    tools().measureSuspending("suspended") { yield() }
                }
            }
        }
    }

    @Test
    fun eachLapHasItsOwnValues() {
        val results = lapsOf { bundle<TripCount, WallClock>() }
        for (label in listOf("at once", "suspended")) {
            val trips = results["trip_count"]!!.find(label)!!.inclusive
            assertEquals(listOf(3L, 0L), listOf(trips.laps, trips.openLaps))
            assertEquals(3.0, trips.sum)
            assertEquals(if (label == "suspended") 3.0 else 0.0, results["suspensions"]!!.find(label)!!.inclusive.sum)
        }
    }

    @Test
    fun aComponentThatIsUnavailableIsNotMade() {
        val results = lapsOf { bundle<WallClock, Absent>() }
        assertEquals(3L, results["wall_clock"]!!.find("at once")!!.inclusive.laps)
        assertNull(results["absent_in_test"])
    }

    @Test
    fun aComponentThatCannotBeResetLosesNoLap() {
        val results = lapsOf { bundle<WallClock, Unforgetting>() }
        for (label in listOf("at once", "suspended")) {
            assertEquals(3L, results["unforgetting"]!!.find(label)!!.inclusive.laps)
            assertEquals(3.0, results["unforgetting"]!!.find(label)!!.inclusive.sum)
        }
        assertTrue(results.problems.any { "failed to reset" in it }, results.problems.toString())
    }

    @DescribedBy(Absent.TYPE::class)
    internal class Absent : LongDeltaComponent() {
        init {
            error("made though it is unavailable")
        }

        override fun read(): Long = 0L

        companion object TYPE : ComponentType<Absent>("absent_in_test", "Not here", Quantity.COUNT, ::Absent) {
            override fun unavailableReason(): String = "it is not here"
        }
    }

    @DescribedBy(Unforgetting.TYPE::class)
    internal class Unforgetting : LongComponent() {
        override fun start() {}

        override fun stop(): Unit = record(1L)

        override fun reset(): Unit = error("it forgets nothing")

        companion object TYPE : ComponentType<Unforgetting>("unforgetting", "One for each lap", Quantity.COUNT, ::Unforgetting)
    }
}
