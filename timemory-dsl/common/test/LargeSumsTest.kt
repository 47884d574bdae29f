package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Values that a `Long` holds, and sums that it does not. */
class LargeSumsTest {
    private val tools = bundle<FakeGauge>() // twice the fake clock
    private val huge = 1L shl 60

    @Test
    fun aSumThatIsTooLargeIsToldInFloatingPointAndSaidSo() {
        val results = session {
            tools.measure("all") {
                repeat(3) { pass(0); tools.measure("part") { pass(huge) } }
            }
            repeat(4) { fakeNow = 0L; tools.measure("wraps") { pass(huge + 1) } }
        }
        val wraps = results["fake_gauge"]!!.find("wraps")!!
        assertNull(wraps.inclusive.exactSum)
        assertEquals(8.0 * (huge + 1), wraps.inclusive.sum)
        assertEquals(2.0 * (huge + 1), wraps.inclusive.statistics[0].mean)
        assertEquals(wraps.inclusive.sum, wraps.exclusive())
        assertEquals(6L * huge, results["fake_gauge"]!!.find("all", "part")!!.inclusive.exactSum)
        assertTrue(
            "the sum of component fake_gauge in region 'wraps' exceeds 2^63" in results.problems.single(),
            results.problems.toString(),
        )
    }

    @Test
    fun sumsOfThreadsThatAreTooLargeTogetherAreNotExactEither() {
        val results = session {
            repeat(3) { inThreads(1) { fakeNow = 0L; tools.measure("all") { pass(huge + huge / 2) } } }
        }
        val all = results["fake_gauge"]!!.find("all")!!
        assertNull(all.inclusive.exactSum)
        assertEquals(9.0 * huge, all.inclusive.sum)
        assertEquals(3L, all.inclusive.laps)
        assertEquals(1, results.problems.size, results.problems.toString())
    }

    @Test
    fun sumsUpToTheLimitStayExact() {
        val results = session {
            fakeNow = 0L
            measure<FakeClock>("x") { pass(Long.MAX_VALUE - 5) }
            fakeNow = 0L
            measure<FakeClock>("x") { pass(5) }
        }
        assertEquals(Long.MAX_VALUE, results["fake_clock"]!!.find("x")!!.inclusive.exactSum)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun lapsOfAClockThatGoesBackAreLeftOutAndSaidSo() {
        val results = session {
            fakeNow = 100L
            for (ticks in listOf(5L, -3L, 7L, -3L, -50L)) measure<FakeClock, FakeGauge>("x") { pass(ticks) }
            measure<FakeClock>("first") { pass(-1) }
            measure<FakeClock>("first") { pass(2) }
        }
        val x = results["fake_clock"]!!.find("x")!!.inclusive
        assertEquals(listOf<Any?>(2L, 12L, 5.0), listOf(x.laps, x.exactSum, x.statistics[0].min))
        assertEquals("x 5 -88 -88", results.graph("fake_gauge"), "what is not time may become less")
        assertEquals(2L, results["fake_clock"]!!.find("first")!!.inclusive.exactSum)
        assertTrue(
            "component fake_clock" in results.problems.single() && "its clock went back, by 3 ns" in results.problems.single(),
            results.problems.toString(),
        )
    }
}
