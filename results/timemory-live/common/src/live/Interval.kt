package timemory.live

import timemory.internal.text.nanosecondsOf
import timemory.settings.CheckedText

private const val MIN_NANOSECONDS = 100_000_000L
private const val MAX_NANOSECONDS = 86_400_000_000_000L

/** Returns the nanoseconds that [text] specifies, like [nanosecondsOf]; `null` if it is invalid or out of range. */
internal fun intervalOf(text: String): Long? = nanosecondsOf(text)?.takeIf { it in MIN_NANOSECONDS..MAX_NANOSECONDS }

/** The type of interval settings. */
internal object IntervalText : CheckedText("interval") {
    override val allowed: String get() = "a time from 100ms to 24h, such as 30s, 500ms, 5min or 1h"

    override fun accepts(value: String): Boolean = intervalOf(value) != null
}

/** The type of interval settings that may be empty. */
internal object IntervalOrNoneText : CheckedText("interval") {
    override val allowed: String get() = "${IntervalText.allowed}, or empty for none"

    override fun accepts(value: String): Boolean = value.isEmpty() || IntervalText.accepts(value)
}
