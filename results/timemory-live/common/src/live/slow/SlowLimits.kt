package timemory.live.slow

import timemory.ComponentType
import timemory.Components
import timemory.LateComponent
import timemory.LongComponent
import timemory.Quantity
import timemory.internal.lean.*
import timemory.internal.text.wordsOf
import timemory.ofName
import timemory.settings.CheckedText

private const val MAX_NUMBER_LENGTH = 18

/** The type of the setting that defines which laps are slow. */
internal object SlowText : CheckedText("limits") {
    override val allowed: String get() = "components with limits, such as wall_clock>200ms, separated by commas, or empty for none"

    override fun accepts(value: String): Boolean = wordsOf(value).all { WrittenLimit.of(it) != null }
}

/** A limit in raw units of [type], beyond which laps are slow: `wall_clock>200ms`, which is its [text]. */
internal class SlowLimit(
    val type: ComponentType<*>,
    val most: Long,
    val text: String,
)

/** A limit as written, whose component may not exist. */
private class WrittenLimit(
    val text: String,
    val component: String,
    val number: Double,
    val unit: String,
) {
    companion object {
        /** Parses [text]; returns `null` if it is invalid. */
        fun of(text: String): WrittenLimit? {
            val component = text.substringBefore('>', "")
            val value = text.substringAfter('>')
            val digits = value.takeWhile { it in '0'..'9' || it == '.' }
            val unit = value.substring(digits.length)
            val isName = component.isNotEmpty() && component.all { it.isLetterOrDigit() || it == '_' }
            if (!isName || digits.length > MAX_NUMBER_LENGTH || unit.any { it !in 'a'..'z' && it !in 'A'..'Z' }) return null
            return WrittenLimit(text, component, digits.toDoubleOrNull() ?: return null, unit)
        }
    }
}

/**
 * Returns the limits in [text]. [report] receives a sentence for each invalid one: for an unknown component, a unit that does not match its
 * values, or values that are not integers or are known only later.
 */
internal fun slowLimitsOf(text: String, report: (String) -> Unit): List<SlowLimit> {
    val limits = ArrayList<SlowLimit>()
    for (word in wordsOf(text)) {
        try {
            limits.add(limitOf(checkNotNull(WrittenLimit.of(word)) { "'$word' is not a limit" }))
        } catch (failure: RuntimeException) {
            report("TIMEMORY_SLOW_LAP_THRESHOLDS: ${failure.message}")
        }
    }
    return limits
}

private fun limitOf(written: WrittenLimit): SlowLimit {
    val type = Components.ofName(written.component)
    val example = type.create()
    require(example is LongComponent && example !is LateComponent) {
        "'${type.id}' cannot have a limit: its values are not integers that are known at the end of a lap"
    }
    val units = unitsOf(type.quantity)
    val size = requireNotNull(units[written.unit.lowercase()]) {
        "'${written.text}' has a unit that ${type.id} lacks: use ${units.keys.filter { it.isNotEmpty() }.joinToString().ifEmpty { "none" }}"
    }
    return SlowLimit(type, (written.number * size).toLong(), written.text)
}

/** Times without a unit are in seconds, as in other settings. */
private fun unitsOf(quantity: Quantity): Map<String, Double> = when (quantity) {
    Quantity.TIME -> mapOf("ns" to 1.0, "us" to 1e3, "ms" to 1e6, "s" to 1e9, "min" to 60e9, "h" to 3600e9, "" to 1e9)
    Quantity.MEMORY -> mapOf("b" to 1.0, "kb" to 1e3, "mb" to 1e6, "gb" to 1e9, "" to 1.0)
    else -> mapOf("" to 1.0)
}
