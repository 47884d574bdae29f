package timemory.settings

import timemory.internal.lean.*
import timemory.internal.text.toDecimalOrNull
import timemory.internal.text.wordsOf

/** The percentiles that [text] names, as `50, 99.9`; `null` where it is something else. */
internal fun percentilesOf(text: String): List<Double>? = wordsOf(text).map { word ->
    word.toDecimalOrNull()?.takeIf(::isPercentile) ?: return null
}

internal fun isPercentile(number: Double): Boolean = number > 0.0 && number <= 100.0

/** How a percentile is called in tables and files: `50`, `99.9`. */
internal fun percentileName(percentile: Double): String = percentile.toString().removeSuffix(".0")
