package timemory.live

import timemory.internal.text.nanosecondsOf
import timemory.settings.CheckedText

private const val MIN_NANOSECONDS = 100_000_000L
private const val MAX_NANOSECONDS = 86_400_000_000_000L

/** The nanoseconds that [text] stands for, as [nanosecondsOf]; `null` for anything else and out of bounds. */
internal fun intervalOf(text: String): Long? = nanosecondsOf(text)?.takeIf { it in MIN_NANOSECONDS..MAX_NANOSECONDS }

/** A setting that is an interval. */
internal object IntervalText : CheckedText("interval") {
    override val allowed: String get() = "a time from 100ms to 24h, such as 30s, 500ms, 5min or 1h"

    override fun accepts(value: String): Boolean = intervalOf(value) != null
}

/** One that may be empty. */
internal object IntervalOrNoneText : CheckedText("interval") {
    override val allowed: String get() = "${IntervalText.allowed}, or empty for none"

    override fun accepts(value: String): Boolean = value.isEmpty() || IntervalText.accepts(value)
}
