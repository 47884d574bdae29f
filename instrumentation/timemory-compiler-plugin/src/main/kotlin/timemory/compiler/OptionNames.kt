package timemory.compiler

import java.nio.file.InvalidPathException
import java.nio.file.Path
import java.util.regex.PatternSyntaxException

/** An option of the plugin, as `-P plugin:dev.timemory:NAME=VALUE` has it. */
internal class NamedOption(
    val name: String,
    val value: String,
    val description: String,
    val isRepeatable: Boolean = false,
    /** What a program gives, each as it was given, becomes what [Options] has. */
    val apply: OptionsBuilder.(String) -> Unit,
)

/** Options as they are read. */
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
 * All options. Where one takes several values it is given several times: the compiler cuts what follows `-P` at commas, so that no value
 * can have one.
 */
internal val NAMED_OPTIONS: List<NamedOption> = listOf(
    NamedOption("include", "REGEX", "measure functions that match, found anywhere in com.acme.Db.query(java.lang.String)", true) {
        include += regex("include", it)
    },
    NamedOption("exclude", "REGEX", "do not measure functions that match", true) { exclude += regex("exclude", it) },
    NamedOption("restrict", "REGEX", "measure only functions that match", true) { restrict += regex("restrict", it) },
    NamedOption("package", "NAME", "measure functions of this package and of those below it", true) { packages += packageName(it) },
    NamedOption("depth", "NUMBER", "how many packages deep below those named; 0 for those alone") { depth = number("depth", it) },
    NamedOption("all", "true|false", "measure the functions of the whole module") { all = truth("all", it) },
    NamedOption("min-size", "BYTES", "the smallest function that is included, in bytes of code (40); annotated ones are measured always") {
        minSize = number("min-size", it)
    },
    NamedOption("min-size-loop", "BYTES", "the same for functions that loop (0)") { minSizeLoop = number("min-size-loop", it) },
    NamedOption("accessors", "true|false", "include getters and setters that have code of their own") {
        accessors = truth("accessors", it)
    },
    NamedOption("lambdas", "true|false", "include lambdas that are not inlined") { lambdas = truth("lambdas", it) },
    NamedOption("inline", "true|false", "include inline functions, wherever they are inlined") { inline = truth("inline", it) },
    NamedOption("coroutines", "true|false", "follow the coroutines that the module makes (true)") { coroutines = truth("coroutines", it) },
    NamedOption("suspend-tail", "true|false", "include suspend functions that only call another: they get a continuation of their own") {
        suspendTail = truth("suspend-tail", it)
    },
    NamedOption("label", "file|line", "what labels have besides class and name", true) { label = label + part(it) },
    NamedOption("components", "IDS", "what functions are measured by that name none, separated by semicolons") { components = it.trim() },
    NamedOption("learned", "FILE", "measure functions, or do not, as this file says that `timemory learn` wrote") {
        learned = LearnedFunctions.read(file("learned", it))
    },
    NamedOption("report", "FILE", "write which functions are measured and which are not, and why") { report = file("report", it) },
)

/** The value of an option is wrong; the message says which and why. */
internal class WrongOption(message: String) : RuntimeException(message)

private fun regex(name: String, value: String): Regex {
    if (value.isBlank()) throw WrongOption("option $name is empty: give a regular expression")
    return try {
        Regex(value)
    } catch (failure: PatternSyntaxException) {
        val where = if (failure.index < 0) "" else " at its character ${failure.index + 1}"
        throw WrongOption("option $name: '$value' is not a regular expression: ${failure.description}$where")
    }
}

private fun number(name: String, value: String): Int = value.toIntOrNull()?.takeIf { it >= 0 }
    ?: throw WrongOption("option $name: '$value' is not a number from 0 on")

private fun truth(name: String, value: String): Boolean = value.toBooleanStrictOrNull()
    ?: throw WrongOption("option $name: '$value' is neither true nor false")

private fun packageName(value: String): String {
    val name = value.removeSuffix(".*")
    if (name.isEmpty() || name.split('.').any { it.isBlank() || it.any { char -> !Character.isJavaIdentifierPart(char) } }) {
        throw WrongOption("option package: '$value' is not the name of a package")
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
    throw WrongOption("option $name: '$value' is not a file's name: ${failure.reason}")
}
