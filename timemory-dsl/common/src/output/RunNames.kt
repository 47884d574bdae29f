package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.epochMillis
import timemory.internal.platform.isNumber
import timemory.internal.platform.processId
import timemory.internal.platform.readText

/**
 * Names of the folders of runs: `run-20261129-061530.123-host-1234`, when it was (UTC), where, and by which process. They sort by time, and
 * no two processes give the same one.
 */
internal object RunNames {
    private const val START = "run-"

    /** Length of `run-20261129-061530.123-`. */
    private const val TIMED_LENGTH = 24
    private const val MAX_HOST_LENGTH = 40

    /** Whether [name] is that of the folder of a run, of this version or an older one. */
    fun isRun(name: String): Boolean {
        if (!name.startsWith(START) || name.indexOf('/') >= 0) return false
        val rest = name.substring(START.length)
        return isTimed(name) || isNumber(rest) && rest.length < 10 || rest.startsWith("of-process-") && rest.length > 11
    }

    /** Whether [name] has a time, by which such names sort. */
    fun isTimed(name: String): Boolean =
        name.startsWith(START) && name.indexOf('/') < 0 && name.length > TIMED_LENGTH &&
            isNumber(name.substring(4, 12)) && name[12] == '-' && isNumber(name.substring(13, 19)) &&
            name[19] == '.' && isNumber(name.substring(20, 23)) && name[23] == '-'

    /** The folder of a run of this process that ends now. */
    fun own(): String = of(epochMillis(), host(), processId().toString())

    /** A job that begins to end now. */
    fun ofJob(key: String): String = of(epochMillis(), host(), key)

    /** The folder of a run of an older version, whose record names none. */
    fun of(record: RunRecord): String {
        val end = record.written ?: record.claimed
        return of(maxOf(0L, end.epoch) * 1_000L, host(), "${record.who.pid}-${record.session}")
    }

    private fun of(millis: Long, host: String, who: String): String = "$START${timeOf(millis)}-$host-${fileName(who)}"

    /** `20261129-061530.123`. */
    private fun timeOf(millis: Long): String {
        val days = millis.floorDiv(MILLIS_OF_DAY)
        val ofDay = millis.mod(MILLIS_OF_DAY)
        // Years begin in March, so that the leap day is the last.
        val shifted = days + DAYS_TO_1970
        val era = shifted.floorDiv(DAYS_OF_ERA)
        val dayOfEra = shifted.mod(DAYS_OF_ERA)
        val yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        val dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        val shiftedMonth = (5 * dayOfYear + 2) / 153
        val day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        val month = if (shiftedMonth < 10) shiftedMonth + 3 else shiftedMonth - 9
        val year = yearOfEra + 400 * era + if (month <= 2) 1 else 0
        fun digits(number: Long, count: Int) = number.toString().padStart(count, '0')
        return digits(year, 4) + digits(month, 2) + digits(day, 2) + "-" + digits(ofDay / 3_600_000, 2) +
            digits(ofDay / 60_000 % 60, 2) + digits(ofDay / 1_000 % 60, 2) + "." + digits(ofDay % 1_000, 3)
    }

    private fun host(): String = try {
        readText("/proc/sys/kernel/hostname").trim().substringBefore('.')
            .filter { it in 'a'..'z' || it in 'A'..'Z' || it in '0'..'9' || it == '-' || it == '_' }.take(MAX_HOST_LENGTH)
    } catch (_: Exception) {
        ""
    }.ifEmpty { "host" }

    private const val MILLIS_OF_DAY = 86_400_000L
    private const val DAYS_OF_ERA = 146_097L
    private const val DAYS_TO_1970 = 719_468L
}
