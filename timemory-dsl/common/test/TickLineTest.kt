package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.clock.unevenness
import timemory.internal.clock.wallClockSourceInUse
import timemory.internal.platform.TickLine
import timemory.internal.platform.TickPoint
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.readText
import timemory.internal.platform.timeStampCounterNotGranted
import timemory.internal.platform.timeStampCounterUnavailable
import timemory.internal.platform.wallNanoseconds

private const val INVARIANT = "processor\t: 0\nflags\t\t: fpu tsc constant_tsc rep_good nonstop_tsc\nbogomips: 1\n"

class TickLineTest {
    @Test
    fun aReadingIsThePartOfTheLineThatHasPassed() {
        val line = TickLine(ticks = 1_000, nanoseconds = 5_000, scale = (0.4 * TickLine.ONE).toLong(), length = 1_000_000)
        assertEquals(5_000, line.at(1_000))
        assertEquals(5_000 + 400_000, line.at(1_001_000))
        assertEquals(5_000, line.at(900))
    }

    @Test
    fun thePointIsTheOneReadWithTheLeastDelay() {
        var ticks = 0L
        var attempt = 0
        val point = TickLine.now(
            attempts = 20,
            counter = { ticks += if (attempt == 7) 5 else 100; ticks },
            clock = { attempt++; 1_000_000L + attempt },
        )
        assertEquals(1_000_007, point.nanoseconds)
    }

    @Test
    fun theCounterIsTrustedOnlyWhereProcessorAndKernelDo() {
        fun reason(
            cpu: String,
            sources: String,
            explicit: Boolean = true,
        ) = unevenness(explicit) { if (it == "/proc/cpuinfo") cpu else sources }
        assertNull(reason(INVARIANT, "tsc hpet acpi_pm\n"))
        assertTrue("nonstop_tsc" in reason(INVARIANT.replace(" nonstop_tsc", ""), "tsc")!!)
        assertTrue("constant_tsc" in reason("vendor_id : somebody\n", "tsc")!!)
        assertNull(reason("Processor: ARMv8\n", "arch_sys_counter"))
        assertTrue("hpet acpi_pm" in reason(INVARIANT, "hpet acpi_pm\n")!!)
        assertTrue("clock source is kvm-clock" in reason(INVARIANT, "kvm-clock\n", explicit = false)!!)
        assertTrue("denied" in unevenness(explicit = true) { error("denied") }!!)
    }

    @Test
    fun theKernelsOwnSourceIsLookedAtUnlessTheCounterIsAskedFor() {
        val asked = ArrayList<String>()
        unevenness(explicit = false) { asked += it; if ("cpuinfo" in it) INVARIANT else "tsc" }
        unevenness(explicit = true) { asked += it; if ("cpuinfo" in it) INVARIANT else "tsc" }
        assertEquals(listOf("current_clocksource", "cpuinfo", "available_clocksource", "cpuinfo"), asked.map { it.substringAfterLast('/') })
    }

    @Test
    fun aWallClockByTheCounterAgreesWithTheMonotonicClockOrSaysWhyItIsNotUsed() {
        var inside = 0L
        var around = 0L
        val results = session({ wallClockSource = "tsc" }) {
            val begin = monotonicNanoseconds()
            measure<WallClock>("x") {
                val beginInside = monotonicNanoseconds()
                pause(microseconds = 50_000)
                inside = monotonicNanoseconds() - beginInside
            }
            around = monotonicNanoseconds() - begin
        }
        val reason = results.problems.singleOrNull()
        if (timeStampCounterUnavailable() == null && unevenness(explicit = true) { readText(it) } == null) assertNull(reason)
        if (reason != null) assertTrue("monotonic clock" in reason, reason)
        val measured = results["wall_clock"]!!.nodes().single().inclusive.exactSum!!
        val tolerance = inside / 1000
        assertTrue(measured in inside - tolerance..around + tolerance, "$measured by wall_clock, $inside to $around by the clock")
        session { measure<WallClock>("x") {} }
        val before = monotonicNanoseconds()
        val wall = wallNanoseconds()
        val after = monotonicNanoseconds()
        assertTrue(wall in before - 100_000_000L..after + 100_000_000L, "$wall by wall_clock, $before to $after by the clock")
    }

    @Test
    fun theMetadataSayWhatTheWallClockReadsAndWhy() {
        session({ wallClockSource = "monotonic" }) { measure<WallClock>("x") {} }
        assertEquals("monotonic (TIMEMORY_WALL_CLOCK_SOURCE=monotonic)", wallClockSourceInUse())
        session { measure<WallClock>("x") {} }
        val reason = timeStampCounterNotGranted()
        if (reason != null) assertEquals("monotonic ($reason)", wallClockSourceInUse())
        session({ wallClockSource = "tsc" }) { measure<WallClock>("x") {} }
        val isFit = timeStampCounterUnavailable() == null && unevenness(explicit = true) { readText(it) } == null
        assertTrue(wallClockSourceInUse().startsWith(if (isFit) "tsc (" else "monotonic ("), wallClockSourceInUse())
    }

    @Test
    fun anUnknownSourceIsRefusedWithThoseThereAre() {
        val failure = kotlin.test.assertFailsWith<IllegalArgumentException> { session({ wallClockSource = "sundial" }) {} }
        assertTrue("auto, monotonic, tsc" in failure.message!!, failure.message)
    }
}
