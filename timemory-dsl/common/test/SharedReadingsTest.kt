package timemory

import kotlin.test.Test
import kotlin.test.assertEquals

/** Counts how often it is read; increases by one each time. */
@DescribedBy(CountedWall.TYPE::class)
internal class CountedWall : LongDeltaComponent() {
    override fun read(): Long {
        check(!fails) { "cannot be read" }
        return ++readings
    }

    override val source: Any get() = ReadingSource.WALL_CLOCK

    companion object TYPE : ComponentType<CountedWall>("counted_wall", "Counts readings", Quantity.TIME, ::CountedWall) {
        var readings = 0L
        var fails = false
    }
}

class SharedReadingsTest {
    @Test
    fun componentsOfOneSourceReadItOnceAtEachEnd() {
        CountedWall.readings = 0
        val results = session {
            measure<CountedWall, FakeClock, WallClock, ActiveTime>("x") { pass(3) }
            measure<CountedWall, FakeClock, WallClock, ActiveTime>("x") { pass(3) }
        }
        assertEquals(4, CountedWall.readings)
        assertEquals("x 2 2 2", results.graph("counted_wall"))
        assertEquals("x 2 2 2", results.graph("wall_clock"))
        assertEquals("x 2 2 2", results.graph("active_time"))
        assertEquals("x 2 6 6", results.fakeGraph())
    }

    @Test
    fun theFirstOfThemIsTheOneThatReads() {
        CountedWall.readings = 0
        session { measure<WallClock, CountedWall>("x") {} }
        assertEquals(0, CountedWall.readings)
    }

    @Test
    fun whenTheReadingFailsAllWhoShareItLoseTheLapAndNobodyElse() {
        CountedWall.fails = true
        val results = try {
            session { measure<CountedWall, FakeClock, WallClock>("x") { pass(3) } }
        } finally {
            CountedWall.fails = false
        }
        assertEquals("x 0 0 0", results.graph("wall_clock"))
        assertEquals("x 1 3 3", results.fakeGraph())
        assertEquals(1, results.problems.size)
    }

    @Test
    fun theNextLapIsWholeAgain() {
        CountedWall.readings = 0
        val results = session {
            CountedWall.fails = true
            measure<CountedWall, WallClock>("x") {}
            CountedWall.fails = false
            measure<CountedWall, WallClock>("x") {}
        }
        assertEquals("x 1 1 1", results.graph("wall_clock"))
    }
}
