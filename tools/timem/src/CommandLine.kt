package timemory.timem

import timemory.internal.text.distance
import timemory.internal.text.visible

/** An option on the command line, with its values. */
internal class Given(val option: Option, val values: List<String>)

/** The parsed command line: options of timem, and the start of the command. */
internal class CommandLine(val given: List<Given>, val commandAt: Int) {
    companion object {
        /**
         * Parses [words]. Options end at the first word that is neither an option nor an option's value, or after `--`.
         *
         * Options whose value may be missing, and those with several, take words of their own only if the command is after `--`; otherwise
         * in `timem -s ls` it would be unclear whether `ls` is the shell or the command. So two parses are tried: assuming that there is a
         * `--` of timem's, and if there turns out to be none, assuming that there is not.
         */
        fun parse(words: List<String>): CommandLine =
            (if (SEPARATOR in words) Reading(words, isSeparated = true).read() else null) ?: Reading(words, isSeparated = false).read()!!

        const val SEPARATOR = "--"
    }

    private class Reading(private val words: List<String>, private val isSeparated: Boolean) {
        private val given = ArrayList<Given>()
        private var at = 0

        /** Returns `null` if the words cannot be parsed this way. */
        fun read(): CommandLine? {
            while (at < words.size) {
                val word = words[at]
                if (word == SEPARATOR) return CommandLine(given, at + 1)
                if (word.length < 2 || word[0] != '-') return if (isSeparated) null else CommandLine(given, at)
                at++
                if (!take(word)) return null
            }
            return if (isSeparated) null else CommandLine(given, at)
        }

        private fun take(word: String): Boolean {
            val equals = word.indexOf('=')
            val name = if (word.startsWith("--") && equals > 0) word.substring(0, equals) else word
            var option = Option.named(name)
            var attached: String? = if (name !== word) word.substring(equals + 1) else null
            if (option == null && !word.startsWith("--")) {
                option = Option.named(word.take(2))?.takeIf { it.takes != Takes.NOTHING }
                attached = word.drop(2).removePrefix("=")
            }
            if (option == null) {
                throw UsageError(
                    "'${visible(word)}' is not an option of timem${nearest(name)}; put a command that starts like this " +
                        "after --",
                )
            }
            if (attached != null) {
                if (option.takes == Takes.NOTHING) throw UsageError("'${visible(word)}': ${option.longName} takes no value")
                given.add(Given(option, attached.split(',').takeIf { option.takes == Takes.SEVERAL } ?: listOf(attached)))
                return true
            }
            return when (option.takes) {
                Takes.NOTHING -> given.add(Given(option, emptyList()))
                Takes.ONE -> given.add(Given(option, listOf(required(option, name))))
                Takes.MAYBE_ONE -> maybeOne(option, name)
                Takes.SEVERAL -> several(option, name)
            }
        }

        private fun maybeOne(option: Option, name: String): Boolean {
            // A file name is not optional if nothing separates it from the command, as with time's -o.
            if (option == Option.OUTPUT && !isSeparated) return given.add(Given(option, listOf(required(option, name))))
            val next = words.getOrNull(at)
            if (!isSeparated || next == null || next.startsWith("-")) return given.add(Given(option, emptyList()))
            at++
            return given.add(Given(option, listOf(next))) && option.mayBe(next)
        }

        private fun several(option: Option, name: String): Boolean {
            val values = required(option, name).split(',').toMutableList()
            while (isSeparated && at < words.size && !words[at].startsWith("-")) values += words[at++].split(',')
            return given.add(Given(option, values.filter { it.isNotEmpty() }))
        }

        /** Whether [word] can be the value of an option whose value is optional. */
        private fun Option.mayBe(word: String): Boolean = when (this) {
            Option.VERBOSE, Option.BUFFER_SIZE -> word.toIntOrNull() != null
            Option.NETWORK -> switchOf(word) != null
            else -> true
        }

        private fun required(option: Option, name: String): String {
            if (at >= words.size || words[at] == SEPARATOR) throw UsageError("'$name' needs a value: $name ${option.value}")
            return words[at++]
        }

        private fun nearest(name: String): String {
            val best = Option.entries.flatMap { it.names }.filter { it.length > 2 }.minBy { distance(it, name) }
            return if (distance(best, name) <= maxOf(1, best.length / 3)) ", did you mean '$best'?" else ", see 'timem --help'"
        }
    }
}

/** Returns the boolean value of [word]; `null` if it is neither on nor off. */
internal fun switchOf(word: String): Boolean? = when (word.lowercase()) {
    "on", "yes", "true", "y", "t", "1" -> true
    "off", "no", "false", "n", "f", "0" -> false
    else -> null
}
