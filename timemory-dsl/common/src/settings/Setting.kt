package timemory.settings

import kotlin.concurrent.Volatile
import timemory.Quantity
import timemory.internal.lean.*

/**
 * One thing that can be set: its name, its default, and which values it takes. From the name `OUTPUT_PATH` follow the
 * environment variable `TIMEMORY_OUTPUT_PATH`, the Java system property `timemory.output_path` and the key in a file.
 */
internal class Setting<T : Any>(
    val name: String,
    /** Description shown in listings. */
    val description: String,
    /** Which values it takes. */
    private val values: SettingValues<T>,
    default: T,
) {
    /** Its value where nobody sets it. */
    @Volatile
    var default: T = default
        private set

    /** Makes what [text] stands for its value where nobody sets it. */
    fun defaultsTo(text: String) {
        default = requireNotNull(parse(text)) { "$name cannot be '$text'" }
    }

    private var compatibleText: String? = null

    /** Its value with `COMPATIBLE=true` where nobody sets it; `null` if that is the [default]. */
    val compatibleDefault: T? get() = compatibleText?.let { requireNotNull(parse(it)) { "$name cannot be '$it'" } }

    /** With `COMPATIBLE=true` the default is timemory's, [text]. */
    fun whenCompatible(text: String): Setting<T> = also { it.compatibleText = text }

    /** What kind of value it takes. */
    val kind: String get() = values.kind

    /** Which values it takes, to put after "must be". */
    val allowed: String get() = values.allowed

    /**
     * Whether [value] says nothing: it is empty or blank, and leaves the setting as if it were not set. A program may assign the empty text
     * where that is the default; everywhere else a variable, a property or a line without a value counts as missing.
     */
    fun isUnset(value: T): Boolean = value is String && value.isBlank() && default != value

    /** The value that [text] stands for, `null` where it stands for none. */
    fun parse(text: String): T? = values.parse(text)

    /** Whether [value], however it was given, is one of those allowed. */
    fun accepts(value: T): Boolean = values.accepts(value)

    /** The other names by which it is accepted wherever its name is: those that it had before. */
    var aliases: List<String> = emptyList()
        private set

    /** Adds other names for it, and returns it. */
    fun alias(vararg names: String): Setting<T> = also { it.aliases = names.asList() }

    /** Whether [name] is its name or one of its [aliases]. */
    fun isCalled(name: String): Boolean = name == this.name || name in aliases

    /** Whether a session looks at it only when it begins. */
    var isFixed: Boolean = false
        private set

    /** This setting, which a session looks at only when it begins. */
    fun fixed(): Setting<T> = also { it.isFixed = true }

    val variable: String get() = VARIABLE_PREFIX + name

    /** The Java system property. */
    val property: String get() = "timemory." + name.lowercase()

    /** The property of [SettingsBuilder]: `outputPath`. */
    val inProgram: String get() = name.lowercase().split('_').reduce { all, word -> all + word.replaceFirstChar { it.uppercase() } }
}

/** What the environment variables of settings begin with. */
internal const val VARIABLE_PREFIX: String = "TIMEMORY_"

internal fun flag(name: String, description: String, default: Boolean) = Setting(name, description, FlagValues, default)

internal fun number(name: String, description: String, default: Int, least: Int, most: Int) =
    Setting(name, description, NumberValues(least, most), default)

internal fun text(name: String, description: String, default: String) = Setting(name, description, TextValues, default)

internal fun choice(name: String, description: String, default: String, others: List<String>): Setting<String> =
    Setting(name, description, ChoiceValues(listOf(default) + others), default)

internal fun unit(name: String, description: String, quantity: Quantity): Setting<String> =
    Setting(name, description, UnitValues(quantity), "")
