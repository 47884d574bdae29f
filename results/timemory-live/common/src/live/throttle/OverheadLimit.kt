package timemory.live.throttle

import timemory.internal.lean.*
import timemory.settings.CheckedText

private const val MIN_SHARE = 0.001
private const val MAX_SHARE = 0.5

/** The type of the setting that limits the overhead as a share of processor time. */
internal object OverheadText : CheckedText("share") {
    override val allowed: String get() = "a share of the processor time from 0.1% to 50%, such as 2%, or empty for no limit"

    override fun accepts(value: String): Boolean = value.isEmpty() || overheadLimitOf(value) != null
}

/** Returns the share that [text] specifies, `2%` or `2`; `null` if it is invalid or out of range. */
internal fun overheadLimitOf(text: String): Double? {
    val digits = text.removeSuffix("%").trim()
    if (digits.isEmpty() || digits.any { it !in '0'..'9' && it != '.' }) return null
    return digits.toDoubleOrNull()?.let { it / 100.0 }?.takeIf { it in MIN_SHARE..MAX_SHARE }
}
