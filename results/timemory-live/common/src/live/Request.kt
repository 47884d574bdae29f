package timemory.live

import timemory.internal.lean.*
import timemory.internal.text.printable

private const val PROTOCOL = "timemory/"
private const val SHOWN = 60

/**
 * What a process is asked, in one line: the protocol with its version, what is wanted, and maybe one word more.
 * ```
 * timemory/1 results
 * timemory/1 part top-4711
 * ```
 * The answer begins with one line as well, and the bytes that it counts follow:
 * ```
 * timemory/1 ok bytes=1234 session=1 to=5000000
 * timemory/1 error bytes=56
 * ```
 * They are the content, in JSON, or the sentence that says what is wrong. A version adds questions, and fields after those that are there;
 * readers pass over what they do not know.
 */
internal class Request(
    val kind: Kind,
    /** The word after the kind; empty where it takes none. */
    val word: String = "",
) {
    /** What stands after a kind. */
    enum class Argument(
        val what: String,
        val allowed: String,
        private val longest: Int,
        private val marks: String,
    ) {
        NAME("name", "up to 64 small letters, digits and '-'", 64, "-"),
        LIST("list", "up to 200 small letters, digits, '_' and ','", 200, "_,"),
        ;

        fun accepts(text: String): Boolean =
            text.length in 1..longest && text.all { it in 'a'..'z' || it in '0'..'9' || it in marks }
    }

    /** What can be asked. */
    enum class Kind(
        val word: String,
        val argument: Argument? = null,
    ) {
        /** What process this is, and whether it measures. */
        INFO("info"),

        /** Everything that was measured since [RESET], or since the session began, in the compact form. */
        RESULTS("results"),

        /** Everything that was measured since the session began, in the compact form. */
        ALL("all"),

        /** What was measured since the same name asked last, in the compact form; the first time, everything. */
        PART("part", Argument.NAME),

        /** The process need not keep anything for a name any more. */
        FORGET("forget", Argument.NAME),

        /** From now on [RESULTS] leaves out what was measured before. */
        RESET("reset"),

        /** Which regions are open now, and for how long. */
        OPEN("open"),

        /** The slow laps that are kept, with what happened inside them, in the compact form. */
        SLOW("slow"),

        /** Regions are recorded. */
        ENABLE("enable"),

        /** Regions are not recorded. */
        DISABLE("disable"),

        /** Regions that name no components are measured by those of the list. */
        COMPONENTS("components", Argument.LIST),
    }

    companion object {
        const val VERSION: Int = 1

        /** What an answer begins with. */
        const val BEGIN: String = PROTOCOL + VERSION

        /** So many bytes a line has at the most. */
        const val MAX_BYTES: Int = 256

        /**
         * What [line] asks.
         *
         * @throws IllegalArgumentException with a sentence that says what is wrong
         */
        fun of(line: String): Request {
            val words = line.split(' ')
            require(words[0].startsWith(PROTOCOL)) { "'${shown(line)}' is no question: one is '$BEGIN ${Kind.INFO.word}'" }
            require(words[0] == BEGIN) { "this process understands version $VERSION of the protocol, and not '${shown(words[0])}'" }
            val kind = Kind.entries.firstOrNull { it.word == words.getOrNull(1) }
            requireNotNull(kind) {
                "'${shown(words.getOrElse(1) { "" })}' cannot be asked; there are ${Kind.entries.joinToString { it.word }}"
            }
            val argument = kind.argument
            require(words.size == (if (argument == null) 2 else 3)) {
                "'${kind.word}' takes ${if (argument == null) "nothing more" else "one ${argument.what}"}, but this is '${shown(line)}'"
            }
            if (argument == null) return Request(kind)
            require(argument.accepts(words[2])) { "'${shown(words[2])}' is no ${argument.what}: one has ${argument.allowed}" }
            return Request(kind, words[2])
        }

        private fun shown(text: String) = printable(if (text.length <= SHOWN) text else text.take(SHOWN) + "...")
    }
}
