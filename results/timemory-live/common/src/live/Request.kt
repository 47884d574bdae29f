package timemory.live

import timemory.internal.lean.*
import timemory.internal.text.printable

private const val PROTOCOL = "timemory/"
private const val SHOWN = 60

/**
 * A request to a process, in one line: the protocol with its version, the kind of request, and possibly an argument.
 * ```
 * timemory/1 results
 * timemory/1 part top-4711
 * ```
 * The response starts with one line as well, followed by as many bytes as it announces:
 * ```
 * timemory/1 ok bytes=1234 session=1 to=5000000
 * timemory/1 error bytes=56
 * ```
 * These bytes are the content, in JSON, or the error message. New versions add kinds of requests, and fields after the existing ones;
 * readers ignore fields that they do not know.
 */
internal class Request(
    val kind: Kind,
    /** The argument; empty if the kind takes none. */
    val word: String = "",
) {
    /** The argument of a kind of request. */
    enum class Argument(
        val what: String,
        val allowed: String,
        private val longest: Int,
        private val marks: String,
    ) {
        NAME("name", "up to 64 lower-case letters, digits and '-'", 64, "-"),
        LIST("list", "up to 200 lower-case letters, digits, '_' and ','", 200, "_,"),
        ;

        fun accepts(text: String): Boolean =
            text.length in 1..longest && text.all { it in 'a'..'z' || it in '0'..'9' || it in marks }
    }

    /** The kinds of requests. */
    enum class Kind(
        val word: String,
        val argument: Argument? = null,
    ) {
        /** Information about the process, and whether it measures. */
        INFO("info"),

        /** All results since [RESET] or the start of the session, in the compact form. */
        RESULTS("results"),

        /** All results since the start of the session, in the compact form. */
        ALL("all"),

        /** The results since the last request with the same name, in the compact form; all results the first time. */
        PART("part", Argument.NAME),

        /** Releases the results kept for a name. */
        FORGET("forget", Argument.NAME),

        /** Makes [RESULTS] exclude everything measured before. */
        RESET("reset"),

        /** The regions that are currently open, with their durations. */
        OPEN("open"),

        /** The recorded slow laps with the laps inside them, in the compact form. */
        SLOW("slow"),

        /** Enables the recording of regions. */
        ENABLE("enable"),

        /** Disables the recording of regions. */
        DISABLE("disable"),

        /** Sets the components of regions that do not name any. */
        COMPONENTS("components", Argument.LIST),
    }

    companion object {
        const val VERSION: Int = 1

        /** The start of a response. */
        const val BEGIN: String = PROTOCOL + VERSION

        /** Maximum length of a request line in bytes. */
        const val MAX_BYTES: Int = 256

        /**
         * Parses [line].
         *
         * @throws IllegalArgumentException with a sentence that describes the error
         */
        fun of(line: String): Request {
            val words = line.split(' ')
            require(words[0].startsWith(PROTOCOL)) { "'${shown(line)}' is not a request, such as '$BEGIN ${Kind.INFO.word}'" }
            require(words[0] == BEGIN) { "this process supports version $VERSION of the protocol, not '${shown(words[0])}'" }
            val kind = Kind.entries.firstOrNull { it.word == words.getOrNull(1) }
            requireNotNull(kind) {
                "'${shown(words.getOrElse(1) { "" })}' is not a request; there are ${Kind.entries.joinToString { it.word }}"
            }
            val argument = kind.argument
            require(words.size == (if (argument == null) 2 else 3)) {
                "'${kind.word}' takes ${if (argument == null) "no argument" else "one ${argument.what}"}, but got '${shown(line)}'"
            }
            if (argument == null) return Request(kind)
            require(argument.accepts(words[2])) { "'${shown(words[2])}' is not a ${argument.what}: allowed are ${argument.allowed}" }
            return Request(kind, words[2])
        }

        private fun shown(text: String) = printable(if (text.length <= SHOWN) text else text.take(SHOWN) + "...")
    }
}
