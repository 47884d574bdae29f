package timemory.settings

import timemory.internal.text.toDecimalOrNull

/**
 * The arguments of a program, parted into those that are settings, `--timemory-output-path=results`, and [others], which are the program's
 * own. What follows `--` is all its own. Where the settings say so (`TIMEMORY_SUPPRESS_PARSING`), everything is.
 *
 * The value may be the next argument: `--timemory-output-path results`. A flag needs none, so the next argument is its value only where it
 * is a truth value in letters, and can hardly be meant for the program: `--timemory-enabled false`.
 */
internal class SettingArguments(arguments: Array<String>, isSuppressed: Boolean) {
    /** Each with its value, if it has any: `--timemory-output-path=results`. */
    val settings: List<String>
    val others: List<String>

    init {
        val end = if (isSuppressed) 0 else arguments.indexOf("--").let { if (it < 0) arguments.size else it }
        val settings = ArrayList<String>()
        val others = ArrayList<String>()
        var i = 0
        while (i < end) {
            val argument = arguments[i++]
            if (!argument.startsWith(PREFIX)) {
                others.add(argument)
            } else if ('=' !in argument && i < end && takes(argument, arguments[i])) {
                settings.add("$argument=${arguments[i++]}")
            } else {
                settings.add(argument)
            }
        }
        for (rest in end until arguments.size) others.add(arguments[rest])
        this.settings = settings
        this.others = others
    }

    private fun takes(argument: String, next: String): Boolean {
        val setting = Catalogue.find(nameOf(argument)) ?: return false
        if (setting.kind == FLAG) return next.lowercase() in TRUTH
        return !next.startsWith("-") || next.toDecimalOrNull() != null
    }

    companion object {
        const val PREFIX = "--timemory-"
        const val FLAG = "flag"
        private val TRUTH = setOf("true", "false", "on", "off", "yes", "no")

        /** The name of the setting that [argument] assigns: `OUTPUT_PATH`. */
        fun nameOf(argument: String): String = argument.substringBefore('=').removePrefix(PREFIX).uppercase().replace('-', '_')
    }
}
