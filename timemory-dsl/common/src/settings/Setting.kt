package timemory.settings

import kotlin.concurrent.Volatile
import timemory.Quantity
import timemory.internal.text.fixed

/**
 * One thing that can be set: its name, its default, and which values it takes. From the name `OUTPUT_PATH` follow the
 * environment variable `TIMEMORY_OUTPUT_PATH`, the Java system property `timemory.output_path` and the key in a file.
 */
internal class Setting<T : Any>(
    val name: String,
    /** What it does, as listings show it. */
    val description: String,
    /** What kind of value it takes. */
    val kind: String,
    default: T,
    /** Which values it takes, in words. */
    private val values: String,
    /** The value that a text stands for, `null` where it stands for none. */
    val parse: (String) -> T?,
    /** Whether a value, however it was given, is one of those allowed. */
    val accepts: (T) -> Boolean = { true },
    /** Names that go with [values] and are known only when they are asked for. */
    private val further: () -> String = { "" },
) {
    /** Its value where nobody sets it. */
    @Volatile
    var default: T = default
        private set

    /** Makes what [text] stands for its value where nobody sets it: for products that keep the defaults of timemory. */
    fun defaultsTo(text: String) {
        default = requireNotNull(parse(text)) { "$name cannot be '$text'" }
    }

    /** Which values it takes, to put after "must be". */
    val allowed: String get() = values + further()

    /** Whether a session looks at it only when it begins. */
    var isFixed: Boolean = false
        private set

    /** This setting, which a session looks at only when it begins. */
    fun fixed(): Setting<T> = also { it.isFixed = true }

    val variable: String get() = PREFIX + name

    /** The Java system property. */
    val property: String get() = "timemory." + name.lowercase()

    /** The property of [SettingsBuilder]: `outputPath`. */
    val inProgram: String get() = name.lowercase().split('_').reduce { all, word -> all + word.replaceFirstChar { it.uppercase() } }

    companion object {
        const val PREFIX = "TIMEMORY_"
    }
}

private val TRUE = setOf("true", "on", "yes", "1", "t", "y")
private val FALSE = setOf("false", "off", "no", "0", "f", "n")

internal fun flag(name: String, description: String, default: Boolean) = Setting(
    name,
    description,
    "flag",
    default,
    "true or false",
    parse = { text -> text.lowercase().let { if (it in TRUE) true else if (it in FALSE) false else null } },
)

internal fun number(name: String, description: String, default: Int, range: IntRange) = Setting(
    name,
    description,
    "number",
    default,
    "a whole number from ${range.first} to ${range.last}",
    parse = { it.toIntOrNull() },
    accepts = { it in range },
)

internal fun text(name: String, description: String, default: String) = Setting(name, description, "text", default, "text", parse = { it })

internal fun choice(name: String, description: String, default: String, others: List<String>): Setting<String> {
    val all = listOf(default) + others
    return Setting(
        name,
        description,
        "choice",
        default,
        "one of ${all.joinToString()}",
        parse = { text -> all.firstOrNull { it.equals(text, ignoreCase = true) } },
        accepts = { it in all },
    )
}

/** The empty text stands for "as it fits". */
internal fun unit(name: String, description: String, quantity: Quantity): Setting<String> {
    val symbols = quantity.units.map { it.symbol }
    return Setting(
        name,
        description,
        "unit",
        "",
        "one of ${symbols.joinToString()}",
        parse = { text -> symbols.firstOrNull { it.equals(text, ignoreCase = true) } ?: text.takeIf { it.isEmpty() } },
        accepts = { it.isEmpty() || it in symbols },
    )
}
