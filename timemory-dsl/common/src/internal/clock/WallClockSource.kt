package timemory.internal.clock

import kotlin.concurrent.Volatile
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.TickLine
import timemory.internal.platform.chooseClockLate
import timemory.internal.platform.choosesClockAtOnce
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.readText
import timemory.internal.platform.readWallClockBy
import timemory.internal.platform.timeStampCounter
import timemory.internal.platform.timeStampCounterNotGranted
import timemory.internal.platform.timeStampCounterUnavailable
import timemory.internal.problems.Problems
import timemory.settings.Settings

/*
 * The source of the wall clock: the monotonic clock, or the processor's time-stamp counter.
 *
 * The kernel's clock reads the same counter, waits for all previous instructions to complete, and guards its scaling against concurrent
 * changes; reading the bare counter takes less than half the time. The drawback: instructions around the reading may be executed before or
 * after it, within some tens of nanoseconds.
 *
 * The counter is used only if the processor reports that it runs at a constant rate in all power states (`constant_tsc`, `nonstop_tsc`) and
 * the kernel has not found it unsynchronised between cores, which removes it from the kernel's list of clock sources. By default, this
 * library uses it only if the kernel itself also does.
 */

internal const val AUTO: String = "auto"
internal const val MONOTONIC: String = "monotonic"
internal const val COUNTER: String = "tsc"

/** The lines of the first processor, of which `flags` is the longest. */
private const val BEGIN_OF_FILE = 8192

private object Follower : TickFollower() {
    override fun counter() = timeStampCounter()

    override fun clock() = monotonicNanoseconds()

    override fun publish(line: TickLine?) = readWallClockBy(line, this)
}

/** Why the wall clock does not use the counter; `null` if it does. */
@Volatile
private var notByCounter: String? = "nothing has been measured"

private val choosing = Lock()

/** Whether the counter was ever followed: until then the classes for it are not needed. */
@Volatile
private var wasFollowed = false

/** Counts the choices; the latest one is valid. */
private var choices = 0

/**
 * Called when a session is about to start. If its wall clock is chosen immediately, the comparison of counter and clock starts now, so that
 * its half millisecond overlaps with reading the settings.
 */
internal fun expectWallClockSource() {
    if (choosesClockAtOnce && timeStampCounterUnavailable() == null) Follower.beginComparing()
}

/**
 * Selects the source requested by [settings], or the monotonic clock if it is unavailable, with the reason.
 *
 * If the choice is this library's, the JVM uses the counter only after the program has run for a second: before that, learning to call it
 * takes longer than short regions can gain. Both clocks agree, so a lap may start with one and end with the other.
 */
internal fun selectWallClockSource(settings: Settings, problems: Problems) {
    val asked = settings.wallClockSource
    val choice = choosing.hold { ++choices }
    when (asked) {
        MONOTONIC -> choose(choice, "TIMEMORY_WALL_CLOCK_SOURCE=$MONOTONIC")
        COUNTER -> {
            val reason = choose(choice, whyNotByCounter(explicit = true)) ?: return
            problems.report("wall clock source") { "wall_clock reads the monotonic clock instead of the time-stamp counter: $reason" }
        }
        else -> {
            val reason = timeStampCounterNotGranted()
            choose(choice, reason ?: "the program has not run for a second yet")
            chooseClockLate(if (reason != null) null else ({ choose(choice, whyNotByCounter(explicit = false)) }))
        }
    }
}

/** No session measures any more: cancels a delayed choice. */
internal fun leaveWallClockSource() = chooseClockLate(null)

/** Why the counter must not be used; `null` if it may: then it is being followed. */
private fun whyNotByCounter(explicit: Boolean): String? = unevenness(explicit) { readText(it, BEGIN_OF_FILE) }
    ?: timeStampCounterUnavailable()
    ?: Follower.givenUp
    ?: if (Follower.compare()) null else "it did not advance evenly compared with that clock"

/** Uses the counter unless there is a [reason] not to, which is returned; does nothing if another choice has been made meanwhile. */
private fun choose(choice: Int, reason: String?): String? = choosing.hold {
    if (choice == choices) {
        if (reason == null) {
            wasFollowed = true
            Follower.follow()
        } else if (wasFollowed) {
            Follower.stop()
        }
        notByCounter = reason
    }
    reason
}

/** Reports it if the counter was abandoned since the session started. */
internal fun checkWallClockSource(problems: Problems) {
    if (notByCounter != null) return
    val reason = Follower.givenUp ?: return
    notByCounter = reason
    problems.report("wall clock drift") {
        "the time-stamp counter is not a reliable clock here: $reason; wall_clock switched to the monotonic clock: use " +
            "TIMEMORY_WALL_CLOCK_SOURCE=$MONOTONIC"
    }
}

/** The source of the wall clock, and the reason: for the metadata of results. */
internal fun wallClockSourceInUse(): String = when (val reason = notByCounter) {
    null -> "$COUNTER (it is the kernel's clock source, and the processor guarantees a constant rate)"
    else -> "$MONOTONIC ($reason)"
}

/**
 * Why the counter cannot serve as a clock on this machine, `null` if it can: because it is unsteady or, unless a user has [asked][explicit]
 * for it, because the kernel uses another clock source. [read] returns the text of a file.
 */
internal inline fun unevenness(explicit: Boolean, read: (String) -> String): String? {
    val directory = "/sys/devices/system/clocksource/clocksource0"
    val sources = try {
        read("$directory/${if (explicit) "available_clocksource" else "current_clocksource"}").trim()
    } catch (failure: Exception) {
        return "the kernel's clock sources cannot be read: ${failure.message}"
    }
    val names = sources.split(' ')
    if (ARM_COUNTER in names) return null // its rate is fixed by the architecture
    if (COUNTER !in names) {
        return if (explicit) "the kernel does not trust it as a clock (available: $sources)" else "the kernel's clock source is $sources"
    }
    val flags = try {
        read("/proc/cpuinfo").lines().firstOrNull { it.startsWith("flags") }?.substringAfter(':')?.trim()?.split(' ')
    } catch (failure: Exception) {
        return "/proc/cpuinfo cannot be read: ${failure.message}"
    }
    val missing = listOf("constant_tsc", "nonstop_tsc").firstOrNull { flags == null || it !in flags } ?: return null
    return "the processor does not guarantee a constant rate (no $missing in /proc/cpuinfo)"
}

/** The generic timer of AArch64, by its name in the kernel. */
private const val ARM_COUNTER = "arch_sys_counter"
