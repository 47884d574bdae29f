package timemory.sampling.interval

import timemory.internal.text.nanosecondsOf
import timemory.settings.CheckedText

/** The type of settings that are times: a number and a unit, in seconds by default, from [least] to [most] nanoseconds. */
internal class TimeText(private val least: Long, private val most: Long, override val allowed: String) : CheckedText("interval") {
    override fun accepts(value: String): Boolean = (nanosecondsOf(value) ?: return false) in least..most
}

/** Formats [nanoseconds] in a form that [nanosecondsOf] can parse. */
internal fun textOfTime(nanoseconds: Long): String =
    if (nanoseconds % 1_000_000_000L == 0L) "${nanoseconds / 1_000_000_000L}s" else "${nanoseconds / 1e6}".removeSuffix(".0") + "ms"
