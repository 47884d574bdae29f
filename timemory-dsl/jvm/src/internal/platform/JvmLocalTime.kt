package timemory.internal.platform

import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import java.util.TimeZone
import timemory.internal.lean.*

internal actual fun epochMillis(): Long = System.currentTimeMillis()

/** Only uses the offset: `java.time` reads the rules of all time zones, 40 ms of CPU time in a program that has just started. */
internal actual fun localTime(): CalendarTime = System.currentTimeMillis().let { now ->
    val offset = if (isSurelyUtc()) 0 else TimeZone.getDefault().getOffset(now)
    calendarTime(Math.floorDiv(now + offset, 1_000L))
}

/**
 * Whether the local time is certainly UTC, as on most servers: then Java's time zones, which take 5 ms to read, are not needed. Checks what
 * they use themselves: a property, a variable, and the target of a system link.
 */
private fun isSurelyUtc(): Boolean {
    if (SystemEnvironment.property("user.timezone") != null || SystemEnvironment.variable("TZ") != null) return false
    return try {
        Files.readSymbolicLink(Path.of("/etc/localtime")).toString() in UTC_FILES
    } catch (_: IOException) {
        false // it is not a link
    } catch (_: UnsupportedOperationException) {
        false
    }
}

private val UTC_FILES = arrayOf(
    "/usr/share/zoneinfo/UTC", "/usr/share/zoneinfo/Etc/UTC",
    "../usr/share/zoneinfo/UTC", "../usr/share/zoneinfo/Etc/UTC",
)

/**
 * The date and time [seconds] after the start of 1970, if every day had the same length. Days are counted in years that start in March, so
 * that a leap day is the last of its year, and in periods of 400 years, which are all the same.
 */
internal fun calendarTime(seconds: Long): CalendarTime {
    val dayFromMarch = Math.floorDiv(seconds, SECONDS_OF_DAY) + DAYS_BEFORE_1970
    val period = Math.floorDiv(dayFromMarch, DAYS_OF_PERIOD)
    val day = dayFromMarch - period * DAYS_OF_PERIOD
    val year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    val dayOfYear = (day - (365 * year + year / 4 - year / 100)).toInt()
    val monthFromMarch = (5 * dayOfYear + 2) / 153
    val month = if (monthFromMarch < 10) monthFromMarch + 3 else monthFromMarch - 9
    val second = Math.floorMod(seconds, SECONDS_OF_DAY).toInt()
    return CalendarTime(
        year = (400 * period + year).toInt() + (if (month <= 2) 1 else 0),
        month = month,
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1,
        hour = second / 3_600,
        minute = second / 60 % 60,
        second = second % 60,
    )
}

private const val SECONDS_OF_DAY = 86_400L

/** Since 1 March of the year 0. */
private const val DAYS_BEFORE_1970 = 719_468L

/** 400 years. */
private const val DAYS_OF_PERIOD = 146_097L
