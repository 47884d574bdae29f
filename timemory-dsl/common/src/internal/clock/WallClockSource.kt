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
 * What the wall clock reads: the monotonic clock, or the processor's time-stamp counter.
 *
 * The kernel's clock reads the same counter, waits for all instructions before to be complete, and guards its scaling against a change
 * meanwhile; that is why the bare counter takes less than half the time. What is lost: instructions around the reading may be
 * executed on the other side of it, some tens of nanoseconds.
 *
 * The counter is only used where the processor says that it runs at one rate in all states of power (`constant_tsc`,
 * `nonstop_tsc`) and the kernel has not found it uneven between cores, which takes it off the kernel's list of clock sources. By itself
 * this library uses it where, besides, the kernel takes its own time from it now.
 */

internal const val AUTO: String = "auto"
internal const val MONOTONIC: String = "monotonic"
internal const val COUNTER: String = "tsc"

/** The first processor's lines, of which `flags` is the longest. */
private const val BEGIN_OF_FILE = 8192

private object Follower : TickFollower() {
    override fun counter() = timeStampCounter()

    override fun clock() = monotonicNanoseconds()

    override fun publish(line: TickLine?) = readWallClockBy(line, this)
}

/** Why the wall clock does not read the counter; `null` while it does. */
@Volatile
private var notByCounter: String? = "nothing has been measured"

private val choosing = Lock()

/** Whether the counter was ever followed: until then the classes that do so are not needed. */
@Volatile
private var wasFollowed = false

/** Counts the choices, of which the latest holds. */
private var choices = 0

/**
 * A session is about to begin. Where its wall clock is chosen at once, comparing counter and clock begins now: what takes half a
 * millisecond is not waited for while settings are read.
 */
internal fun expectWallClockSource() {
    if (choosesClockAtOnce && timeStampCounterUnavailable() == null) Follower.beginComparing()
}

/**
 * Selects the source that [settings] ask for, or the monotonic clock where it is unavailable, with the reason.
 *
 * Where the choice is this library's, the JVM takes the counter only when the program has run for a second: until then it takes longer to
 * learn how to call it than short regions can gain by it. Both clocks agree, so a lap may begin by the one and end by the other.
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

/** No session measures any more: nothing is chosen late for it. */
internal fun leaveWallClockSource() = chooseClockLate(null)

/** Why the counter is not to be read, `null` where it is: then it is being followed. */
private fun whyNotByCounter(explicit: Boolean): String? = unevenness(explicit) { readText(it, BEGIN_OF_FILE) }
    ?: timeStampCounterUnavailable()
    ?: Follower.givenUp
    ?: if (Follower.compare()) null else "it did not advance evenly compared with that clock"

/** Has the counter read unless there is a [reason] not to, which is returned; unless another choice has been made meanwhile. */
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

/** Says so where the counter was given up since the session began. */
internal fun checkWallClockSource(problems: Problems) {
    if (notByCounter != null) return
    val reason = Follower.givenUp ?: return
    notByCounter = reason
    problems.report("wall clock drift") {
        "the time-stamp counter is not a reliable clock here: $reason; wall_clock switched to the monotonic clock: use " +
            "TIMEMORY_WALL_CLOCK_SOURCE=$MONOTONIC"
    }
}

/** What the wall clock reads, and why that: for the metadata of results. */
internal fun wallClockSourceInUse(): String = when (val reason = notByCounter) {
    null -> "$COUNTER (it is the kernel's clock source, and the processor guarantees a constant rate)"
    else -> "$MONOTONIC ($reason)"
}

/**
 * Why the counter cannot serve as a clock on this machine, `null` where it can: because it is uneven or, unless a user has
 * [asked][explicit] for it, because the kernel takes its own time from elsewhere. [read] gives the text of a file.
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

/** The generic timer of AArch64, as the kernel calls it. */
private const val ARM_COUNTER = "arch_sys_counter"
