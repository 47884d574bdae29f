package timemory.live.throttle

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.live.overheadLimit
import timemory.settings.SettingsBuilder

private const val SECOND = 1_000_000_000L

/** A region of a fictitious program: [rate] laps per second of [lapTime] nanoseconds, each with an overhead of 50. */
private class Region(
    label: String,
    val rate: Long,
    val lapTime: Long,
) : RegionCost(label, 50.0) {
    fun runForASecond() {
        val all = rate
        measured = if (isThrottled) all / SampledLaps.MEASURED_ONE_OF else all
        skipped = all - measured
        told = measured * lapTime
    }

    override fun switch(isThrottled: Boolean) {}
}

/** Which regions are throttled, for fictitious programs, with a clock that the test sets. */
class OverheadControlTest {
    private val control = OverheadControl(0.02)
    private var now = 0L

    /** Runs [regions] for [seconds], in which the process uses a whole processor. */
    private fun run(regions: List<Region>, seconds: Int = 1): List<RegionCost> {
        val throttled = ArrayList<RegionCost>()
        repeat(seconds) {
            now += SECOND
            for (region in regions) region.runForASecond()
            throttled += control.look(regions, SECOND, now)
        }
        return throttled
    }

    private fun share(regions: List<Region>): Double {
        for (region in regions) region.runForASecond()
        return regions.sumOf { it.cost } / SECOND
    }

    @Test
    fun belowTheLimitNothingIsThrottled() {
        val all = listOf(Region("page", 10_000, 90_000), Region("step", 300_000, 100))
        assertEquals(emptyList(), run(all, seconds = 100))
    }

    @Test
    fun whatCostsMostAndTellsLeastIsThrottledAndNothingElse() {
        val tiny = Region("tiny", 800_000, 60)
        val long = Region("long", 100_000, 9_000)
        val throttled = run(listOf(long, tiny), seconds = 30)
        assertEquals<List<RegionCost>>(listOf(tiny), throttled)
        assertTrue(share(listOf(long, tiny)) <= 0.02)
    }

    @Test
    fun regionsWhoseLapsAreLongStay() {
        val long = Region("long", 100_000, 5_000)
        // It costs half a percent, which cannot be avoided.
        val busy = List(10) { Region("busy $it", 100_000, 5_001) }
        assertEquals(emptyList(), run(busy + long, seconds = 20))
    }

    @Test
    fun theyComeBackOnceThereIsRoom() {
        val burst = Region("burst", 4_000_000, 60)
        assertEquals<List<RegionCost>>(listOf(burst), run(listOf(burst)))
        val calm = object : RegionCost("burst", 50.0) {
            override fun switch(isThrottled: Boolean) {}
        }
        calm.throttle(now)
        calm.measured = 10
        calm.skipped = 600
        repeat(9) {
            now += SECOND
            control.look(listOf(calm), SECOND, now)
            assertTrue(calm.isThrottled)
        }
        repeat(5) {
            now += SECOND
            control.look(listOf(calm), SECOND, now)
        }
        assertFalse(calm.isThrottled)
    }

    @Test
    fun whatWouldExceedTheLimitAtOnceDoesNotComeBack() {
        val tiny = Region("tiny", 2_000_000, 60)
        run(listOf(tiny), seconds = 600)
        assertTrue(tiny.isThrottled)
    }

    @Test
    fun whoeverIsThrottledAgainRestsForLonger() {
        val region = Region("region", 1, 1)
        region.throttle(0L)
        assertTrue(region.mayReturn(RegionCost.MIN_REST))
        region.bringBack()
        region.throttle(0L)
        assertFalse(region.mayReturn(2 * RegionCost.MIN_REST - 1))
        repeat(20) {
            region.bringBack()
            region.throttle(0L)
        }
        assertTrue(region.mayReturn(RegionCost.MAX_REST))
    }

    @Test
    fun ofManyRegionsTheCostGetsBelowTheLimitAFewAtATime() {
        val all = List(400) { Region("region $it", 2_000, 100) }
        val first = run(all)
        assertEquals(40, first.size)
        run(all, seconds = 20)
        assertTrue(share(all) <= 0.02, "${share(all)}")
        assertTrue(all.any { !it.isThrottled })
    }

    @Test
    fun aProcessThatIdlesHasNothingToSpend() {
        val tiny = Region("tiny", 20_000, 60)
        tiny.runForASecond()
        assertEquals<List<RegionCost>>(listOf(tiny), control.look(listOf(tiny), SECOND / 100, SECOND))
    }

    @Test
    fun limitsAreShares() {
        assertEquals(0.02, overheadLimitOf("2%"))
        assertEquals(0.005, overheadLimitOf("0.5 %"))
        assertEquals(0.5, overheadLimitOf("50"))
        for (wrong in listOf("", "%", "-2%", "0%", "0.05%", "51%", "2%%", "1e1", "two")) assertEquals(null, overheadLimitOf(wrong), wrong)
        val failure = assertFailsWith<IllegalArgumentException> { SettingsBuilder().overheadLimit = "two" }
        assertTrue("from 0.1% to 50%" in failure.message!!)
    }
}
