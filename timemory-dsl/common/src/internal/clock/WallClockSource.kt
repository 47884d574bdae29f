package timemory.internal.clock

import kotlin.math.abs
import timemory.internal.platform.TickLine
import timemory.internal.platform.TickPoint
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.readText
import timemory.internal.platform.readWallClockBy
import timemory.internal.platform.timeStampCounter
import timemory.internal.platform.timeStampCounterUnavailable
import timemory.internal.problems.Problems
import timemory.internal.text.fixed
import timemory.settings.Settings

/*
 * What the wall clock reads: the monotonic clock, or the processor's time-stamp counter.
 *
 * The kernel's clock reads the same counter, waits for all instructions before to be complete, and guards its scaling against a change
 * meanwhile; that is why the bare counter takes less than half the time. What is lost: instructions around the reading may be
 * executed on the other side of it, some tens of nanoseconds; and the clock's scale follows the network's time, while ours is fixed when
 * the session begins.
 *
 * The counter is only used where the processor says that it runs at one rate in all states of power (`constant_tsc`,
 * `nonstop_tsc`) and the kernel has not found it uneven between cores, which takes it off the kernel's list of clock sources.
 */

private const val MONOTONIC = "monotonic"
private const val CALIBRATION_MICROSECONDS = 20_000

/** More than the most that a clock which follows the network's time is pulled (500 parts in a million), and than calibration errs. */
private const val LARGEST_DRIFT = 1e-3
private const val LEAST_TIME_FOR_DRIFT = 1_000_000_000L

private var line: TickLine? = null

/** Selects the source that [settings] ask for, or the monotonic clock where it is unavailable, with the reason. */
internal fun selectWallClockSource(settings: Settings, problems: Problems) {
    if (settings.wallClockSource == MONOTONIC) return useLine(null)
    val reason = timeStampCounterUnavailable() ?: unevenness(::readText)
    val calibrated = if (reason == null) calibrate() else null
    useLine(calibrated)
    if (calibrated == null) {
        problems.report("wall clock source") {
            "wall_clock reads the monotonic clock and not the time-stamp counter: ${reason ?: "it did not run evenly beside that clock"}"
        }
    }
}

private fun useLine(chosen: TickLine?) {
    line = chosen
    readWallClockBy(chosen)
}

private fun calibrate(): TickLine? {
    val first = point()
    pause(CALIBRATION_MICROSECONDS)
    return TickLine.through(first, point())
}

private fun point() = TickPoint.now(::timeStampCounter, ::monotonicNanoseconds)

/** Says so where the counter went another way than the clock since the session began. */
internal fun checkWallClockSource(problems: Problems) {
    val line = line ?: return
    val now = point()
    val drift = line.drift(now)
    if (now.nanoseconds - line.nanoseconds < LEAST_TIME_FOR_DRIFT || abs(drift) < LARGEST_DRIFT) return
    problems.report("wall clock drift") {
        "the time-stamp counter that wall_clock reads went ${fixed(abs(drift) * 1e6, 0)} parts in a million too " +
            "${if (drift > 0) "fast" else "slowly"}: use WALL_CLOCK_SOURCE=monotonic here"
    }
}

/** Why the counter cannot serve as a clock on this machine, `null` where it can; [read] gives the text of a file. */
internal fun unevenness(read: (String) -> String): String? {
    val flags = try {
        read("/proc/cpuinfo").lineSequence().firstOrNull { it.startsWith("flags") }?.substringAfter(':')?.trim()?.split(' ')
    } catch (failure: Exception) {
        return "/proc/cpuinfo cannot be read: ${failure.message}"
    }
    for (flag in listOf("constant_tsc", "nonstop_tsc")) {
        if (flags == null || flag !in flags) return "the processor does not promise an even rate (no $flag in /proc/cpuinfo)"
    }
    val sources = try {
        read("/sys/devices/system/clocksource/clocksource0/available_clocksource").trim()
    } catch (failure: Exception) {
        return "the kernel's clock sources cannot be read: ${failure.message}"
    }
    return if ("tsc" in sources.split(' ')) null else "the kernel does not trust it as a clock (it has: $sources)"
}
