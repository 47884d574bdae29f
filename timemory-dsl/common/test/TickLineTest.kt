package timemory

import kotlin.math.abs
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.clock.unevenness
import timemory.internal.platform.TickLine
import timemory.internal.platform.TickPoint
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.readText
import timemory.internal.platform.timeStampCounterUnavailable
import timemory.internal.platform.wallNanoseconds

private const val INVARIANT = "processor\t: 0\nflags\t\t: fpu tsc constant_tsc rep_good nonstop_tsc\nbogomips: 1\n"

class TickLineTest {
    @Test
    fun theLineGoesThroughBothPoints() {
        val line = assertNotNull(TickLine.through(TickPoint(1_000, 5_000), TickPoint(2_601_000, 1_005_000)))
        assertEquals(1e6 / 2.6e6, line.nanosecondsPerTick, 1e-12)
        assertEquals(0.0, line.drift(TickPoint(2_601_000, 1_005_000)), 1e-9)
        assertEquals(0.01, line.drift(TickPoint(1_000 + 2_626_000, 1_005_000)), 1e-9)
    }

    @Test
    fun aCounterThatStandsStillOrGoesBackIsRefused() {
        assertNull(TickLine.through(TickPoint(1_000, 0), TickPoint(1_000, 10)))
        assertNull(TickLine.through(TickPoint(1_000, 0), TickPoint(900, 10)))
        assertNull(TickLine.through(TickPoint(0, 0), TickPoint(10, 80)))
    }

    @Test
    fun thePointIsTheOneReadWithTheLeastDelay() {
        var ticks = 0L
        var attempt = 0
        val point = TickPoint.now(
            counter = { ticks += if (attempt == 7) 5 else 100; ticks },
            clock = { attempt++; 1_000_000L + attempt },
        )
        assertEquals(1_000_007, point.nanoseconds)
    }

    @Test
    fun theCounterIsTrustedOnlyWhereProcessorAndKernelDo() {
        fun reason(cpu: String, sources: String) = unevenness { if (it == "/proc/cpuinfo") cpu else sources }
        assertNull(reason(INVARIANT, "tsc hpet acpi_pm\n"))
        assertTrue("nonstop_tsc" in reason(INVARIANT.replace(" nonstop_tsc", ""), "tsc")!!)
        assertTrue("constant_tsc" in reason("Processor: ARMv8\n", "arch_sys_counter")!!)
        assertTrue("hpet acpi_pm" in reason(INVARIANT, "hpet acpi_pm\n")!!)
        assertTrue("denied" in unevenness { error("denied") }!!)
    }

    @Test
    fun aWallClockByTheCounterAgreesWithTheMonotonicClockOrSaysWhyItIsNotUsed() {
        var byClock = 0L
        val results = session({ wallClockSource = "tsc" }) {
            measure<WallClock>("x") {
                val begin = monotonicNanoseconds()
                pause(microseconds = 50_000)
                byClock = monotonicNanoseconds() - begin
            }
        }
        val reason = results.problems.singleOrNull()
        if (timeStampCounterUnavailable() == null && unevenness(::readText) == null) assertNull(reason)
        if (reason != null) assertTrue("monotonic clock" in reason, reason)
        val measured = results["wall_clock"]!!.nodes().single().inclusive.exactSum!!
        // What lies between the two pairs of readings, and the error of a calibration over 20 ms.
        assertTrue(measured - byClock in -byClock / 1000..5_000_000L, "$measured by wall_clock, $byClock by the clock")
        session { measure<WallClock>("x") {} }
        assertTrue(abs(wallNanoseconds() - monotonicNanoseconds()) < 100_000_000L)
    }

    @Test
    fun anUnknownSourceIsRefusedWithThoseThereAre() {
        val failure = kotlin.test.assertFailsWith<IllegalArgumentException> { session({ wallClockSource = "sundial" }) {} }
        assertTrue("monotonic, tsc" in failure.message!!, failure.message)
    }
}
