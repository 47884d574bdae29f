package timemory.compiler

import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path

/**
 * Which functions an earlier run showed to be worth measuring, as written by `timemory learn`: by their names as regions. A function that
 * is not in the file is measured if another option includes it.
 */
internal class LearnedFunctions private constructor(private val choices: Map<String, Boolean>) {
    /** Whether [function] is worth measuring, `null` if that was not learned. */
    fun of(function: FoundFunction): Boolean? {
        val name = "${function.owner}.${function.name}"
        return choices[name + function.shortParameters] ?: choices[name]
    }

    internal companion object {
        private const val HEADER = "timemory-functions 1"

        fun read(file: Path): LearnedFunctions {
            val lines = try {
                Files.readAllLines(file)
            } catch (failure: IOException) {
                throw WrongOption("option learned: '$file' cannot be read: $failure")
            }
            if (lines.firstOrNull() != HEADER) {
                throw WrongOption("option learned: '$file' is not a learned-functions file: it does not start with '$HEADER'")
            }
            val choices = HashMap<String, Boolean>()
            lines.forEachIndexed { index, line ->
                if (index == 0 || line.isEmpty() || line.startsWith('#')) return@forEachIndexed
                val columns = line.split('\t', limit = 5)
                if (columns.size < 5 || columns[0] != "+" && columns[0] != "-") {
                    throw WrongOption("option learned: '$file', line ${index + 1}: expected + or -, three numbers and a name")
                }
                choices[columns[4]] = columns[0] == "+"
            }
            return LearnedFunctions(choices)
        }
    }
}
