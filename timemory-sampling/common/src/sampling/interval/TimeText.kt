package timemory.sampling.interval

import timemory.settings.CheckedText

/** A time as settings have it: a number and a unit, seconds where there is none, from [least] to [most] nanoseconds. */
internal class TimeText(private val least: Long, private val most: Long, override val allowed: String) : CheckedText("interval") {
    override fun accepts(value: String): Boolean = (nanosecondsOf(value) ?: return false) in least..most
}

/** The nanoseconds that [text] stands for; `null` where it is no time. */
internal fun nanosecondsOf(text: String): Long? {
    val unit = text.takeLastWhile { it.isLetter() }
    val scale = when (unit.lowercase()) {
        "ms" -> 1e6
        "", "s" -> 1e9
        "min" -> 60e9
        "h" -> 3600e9
        else -> return null
    }
    val digits = text.dropLast(unit.length).trim()
    if (digits.isEmpty() || digits.any { it !in '0'..'9' && it != '.' }) return null
    return ((digits.toDoubleOrNull() ?: return null) * scale).toLong()
}

/** [nanoseconds] for people, as [nanosecondsOf] reads it. */
internal fun textOfTime(nanoseconds: Long): String =
    if (nanoseconds % 1_000_000_000L == 0L) "${nanoseconds / 1_000_000_000L}s" else "${nanoseconds / 1e6}".removeSuffix(".0") + "ms"
