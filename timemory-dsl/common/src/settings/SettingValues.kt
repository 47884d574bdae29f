package timemory.settings

import timemory.Quantity
import timemory.internal.lean.*

/**
 * Which values a setting takes.
 *
 * A class for each kind, and not functions given to [Setting]: each of those would be a class of its own, to be loaded when a program starts.
 *
 * @property kind what listings call values of this kind
 */
internal abstract class SettingValues<T : Any>(val kind: String) {
    /** Which values those are, to put after "must be". */
    abstract val allowed: String

    /** The value that [text] stands for, `null` where it stands for none. */
    abstract fun parse(text: String): T?

    /** Whether [value], however it was given, is one of those allowed. */
    open fun accepts(value: T): Boolean = true
}

internal object FlagValues : SettingValues<Boolean>("flag") {
    override val allowed: String get() = "true or false"

    override fun parse(text: String): Boolean? = when (text.lowercase()) {
        "true", "on", "yes", "1", "t", "y" -> true
        "false", "off", "no", "0", "f", "n" -> false
        else -> null
    }
}

internal class NumberValues(private val least: Int, private val most: Int) : SettingValues<Int>("number") {
    override val allowed: String get() = "a whole number from $least to $most"

    override fun parse(text: String): Int? = text.toIntOrNull()

    override fun accepts(value: Int): Boolean = value in least..most
}

/** Any text. */
internal object TextValues : SettingValues<String>("text") {
    override val allowed: String get() = "text"

    override fun parse(text: String): String = text
}

/** One of a few words. */
internal class ChoiceValues(private val all: List<String>) : SettingValues<String>("choice") {
    override val allowed: String get() = "one of ${all.joinToString()}"

    override fun parse(text: String): String? = all.firstOrNull { it.equals(text, ignoreCase = true) }

    override fun accepts(value: String): Boolean = value in all
}

/** A unit of [quantity]; the empty text stands for "as it fits". */
internal class UnitValues(private val quantity: Quantity) : SettingValues<String>("unit") {
    private val symbols: List<String> get() = quantity.units.map { it.symbol }

    override val allowed: String get() = "one of ${symbols.joinToString()}"

    override fun parse(text: String): String? =
        if (text.isEmpty()) text else symbols.firstOrNull { it.equals(text, ignoreCase = true) }

    override fun accepts(value: String): Boolean = value.isEmpty() || value in symbols
}

/** Any text of which [accepts] says more. */
internal abstract class CheckedText(kind: String) : SettingValues<String>(kind) {
    override fun parse(text: String): String? = text

    abstract override fun accepts(value: String): Boolean
}
