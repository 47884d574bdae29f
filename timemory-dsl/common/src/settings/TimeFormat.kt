package timemory.settings

import timemory.internal.lean.*
import timemory.internal.platform.CalendarTime

/** The conversions of `strftime` that make sense in the name of a folder. */
internal object TimeFormat {
    const val CONVERSIONS: String = "%Y %y %m %d %F %H %I %M %S %p %T %%"

    fun isValid(format: String): Boolean = try {
        format(format, CalendarTime(2000, 1, 1, 0, 0, 0)).none { it == '/' || it == '\\' || it.isISOControl() }
    } catch (_: IllegalArgumentException) {
        false
    }

    fun format(format: String, time: CalendarTime): String = buildString {
        var at = 0
        while (at < format.length) {
            val c = format[at++]
            if (c != '%') {
                append(c)
            } else {
                require(at < format.length) { "time format '$format' ends with an incomplete conversion" }
                append(convert(format[at++], time))
            }
        }
    }

    private fun convert(conversion: Char, time: CalendarTime): String = when (conversion) {
        'Y' -> time.year.toString()
        'y' -> two(time.year % 100)
        'm' -> two(time.month)
        'd' -> two(time.day)
        'F' -> "${time.year}-${two(time.month)}-${two(time.day)}"
        'H' -> two(time.hour)
        'I' -> two((time.hour + 11) % 12 + 1)
        'M' -> two(time.minute)
        'S' -> two(time.second)
        'p' -> if (time.hour < 12) "AM" else "PM"
        'T' -> "${two(time.hour)}:${two(time.minute)}:${two(time.second)}"
        '%' -> "%"
        else -> throw IllegalArgumentException("time format has '%$conversion', which is not among $CONVERSIONS")
    }

    private fun two(number: Int) = number.toString().padStart(2, '0')
}
