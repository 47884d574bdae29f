package timemory.export.internal

import timemory.internal.lean.*
import timemory.internal.platform.isPython
import timemory.internal.platform.pythonScript
import timemory.output.shownCommandLine
import timemory.results.ReadType
import timemory.results.Results

/** Returns a title for [results]. */
internal fun titleOf(results: Results): String =
    if (results.processCount > 1) "${results.processCount} processes" else "process ${results.processId}"

/** Returns the program that recorded [results], as [programIn] finds it in its command line; if unknown, the producer of the results. */
internal fun programOf(results: Results): String {
    val isOwn = results.graphs.none { it.type is ReadType }
    val words = results.metadata?.commandLine ?: if (isOwn) shownCommandLine() else emptyList()
    val program = programIn(words) ?: return "timemory"
    return if (program.length > MAX_PROGRAM_LENGTH) program.substring(0, MAX_PROGRAM_LENGTH) else program
}

/**
 * Returns what a command line runs, without its folder: for a JVM or an interpreter, the class, archive, module or script that it was
 * given.
 */
internal fun programIn(words: List<String>): String? {
    val program = words.firstOrNull()?.let(::nameOf)?.ifEmpty { null } ?: return null
    val inside = if (program == "java") mainOf(words) else if (isPython(program)) pythonScript(words) else null
    return inside?.let(::nameOf) ?: program
}

private fun mainOf(words: List<String>): String? {
    var i = 1
    while (i < words.size) {
        val word = words[i]
        if (word == "-jar" || word == "-m" || word == "--module") return words.getOrNull(i + 1)
        if (!word.startsWith("-") && !word.startsWith("@")) return word
        i += if (word in OPTIONS_BEFORE_A_WORD) 2 else 1
    }
    return null
}

private fun nameOf(path: String): String = path.substring(path.lastIndexOf('/') + 1)

/** Options of `java` that take the next word as their value. */
private val OPTIONS_BEFORE_A_WORD = arrayOf(
    "-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path", "--add-modules", "--add-opens", "--add-exports",
    "--add-reads", "--source", "--enable-native-access",
)

private const val MAX_PROGRAM_LENGTH = 200
