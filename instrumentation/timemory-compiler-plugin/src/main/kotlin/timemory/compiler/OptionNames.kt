package timemory.compiler

import java.nio.file.InvalidPathException
import java.nio.file.Path
import java.util.regex.PatternSyntaxException

/** An option of the plugin, as in `-P plugin:dev.timemory:NAME=VALUE`. */
internal class NamedOption(
    val name: String,
    /** The placeholder of its value in help and tables. */
    val value: String,
    /** The default; empty for none. */
    val default: String,
    val description: String,
    val isRepeatable: Boolean = false,
    /** Converts the given values to fields of [Options]. */
    val apply: OptionsBuilder.(String) -> Unit,
)

/** Options while they are being parsed. */
internal class OptionsBuilder {
    val include = ArrayList<Regex>()
    val exclude = ArrayList<Regex>()
    val restrict = ArrayList<Regex>()
    val packages = ArrayList<String>()
    var depth = Int.MAX_VALUE
    var all = false
    var minSize = Options.DEFAULT_MIN_SIZE
    var minSizeLoop = 0
    var accessors = false
    var lambdas = false
    var inline = false
    var suspendTail = false
    var coroutines = true
    var label = emptySet<Options.LabelPart>()
    var components = ""
    var report: Path? = null
    var learned: LearnedFunctions? = null

    fun build(): Options = Options(this)
}

/**
 * All options. One that takes several values is given several times: the compiler splits the text after `-P` at commas, so no value can
 * contain one. The table in docs/compiler-plugin.md is generated from this list.
 */
internal val NAMED_OPTIONS: List<NamedOption> = listOf(
    NamedOption("package", "NAME", "", "measure functions of this package and of those below it", true) { packages += packageName(it) },
    NamedOption("depth", "NUMBER", "", "number of package levels below those named; 0 for none") { depth = number("depth", it) },
    flag("all", false, "measure the functions of the whole module") { all = it },
    NamedOption("include", "REGEX", "", "measure functions that match, found anywhere in com.acme.Db.query(java.lang.String)", true) {
        include += regex("include", it)
    },
    NamedOption("exclude", "REGEX", "", "do not measure functions that match", true) { exclude += regex("exclude", it) },
    NamedOption("restrict", "REGEX", "", "measure only functions that match", true) { restrict += regex("restrict", it) },
    NamedOption("learned", "FILE", "", "measure the functions that this file, written by `timemory learn`, marks as worth measuring") {
        learned = LearnedFunctions.read(file("learned", it))
    },
    NamedOption("min-size", "BYTES", "${Options.DEFAULT_MIN_SIZE}", "the smallest function that is included, by its estimated code size") {
        minSize = number("min-size", it)
    },
    NamedOption("min-size-loop", "BYTES", "0", "the same for functions with loops") { minSizeLoop = number("min-size-loop", it) },
    flag("accessors", false, "include getters and setters with custom code") { accessors = it },
    flag("lambdas", false, "include lambdas that are not inlined") { lambdas = it },
    flag("inline", false, "include inline functions, wherever they are inlined") { inline = it },
    flag("suspend-tail", false, "include suspend functions that only call another one: each gets its own continuation") {
        suspendTail = it
    },
    flag("coroutines", true, "follow the coroutines that the module creates") { coroutines = it },
    NamedOption("label", "file|line", "", "what labels show in addition to class and name", true) { label = label + part(it) },
    NamedOption("components", "IDS", "", "default components for functions that name none, separated by semicolons") {
        components = it.trim()
    },
    NamedOption("report", "FILE", "", "write which functions are measured and which are not, and why") { report = file("report", it) },
)

private fun flag(name: String, default: Boolean, description: String, apply: OptionsBuilder.(Boolean) -> Unit) =
    NamedOption(name, "true|false", "$default", description) { apply(this, truth(name, it)) }

/** The value of an option is invalid; the message gives the option and the reason. */
internal class WrongOption(message: String) : RuntimeException(message)

private fun regex(name: String, value: String): Regex {
    if (value.isBlank()) throw WrongOption("option $name is empty: give a regular expression")
    return try {
        Regex(value)
    } catch (failure: PatternSyntaxException) {
        val where = if (failure.index < 0) "" else " at character ${failure.index + 1}"
        throw WrongOption("option $name: '$value' is not a regular expression: ${failure.description}$where")
    }
}

private fun number(name: String, value: String): Int = value.toIntOrNull()?.takeIf { it >= 0 }
    ?: throw WrongOption("option $name: '$value' is not a number of at least 0")

private fun truth(name: String, value: String): Boolean = value.toBooleanStrictOrNull()
    ?: throw WrongOption("option $name: '$value' is neither true nor false")

private fun packageName(value: String): String {
    val name = value.removeSuffix(".*")
    if (name.isEmpty() || name.split('.').any { it.isBlank() || it.any { char -> !Character.isJavaIdentifierPart(char) } }) {
        throw WrongOption("option package: '$value' is not a package name")
    }
    return name
}

private fun part(value: String): Set<Options.LabelPart> = value.split(' ', ';').filter { it.isNotEmpty() }.map { word ->
    Options.LabelPart.entries.find { it.name.equals(word, ignoreCase = true) }
        ?: throw WrongOption("option label: '$word' is neither file nor line")
}.toSet()

private fun file(name: String, value: String): Path = try {
    Path.of(value)
} catch (failure: InvalidPathException) {
    throw WrongOption("option $name: '$value' is not a file name: ${failure.reason}")
}
