package timemory.timem

internal const val VERSION = "0.2.0"

/** Returns the text printed by `--help`. */
internal fun help(): String = buildString {
    append("timem: measures the resources a command uses, like time and more\n\n")
    append("    timem [OPTIONS] [--] COMMAND [WORDS]\n")
    append("    timem [OPTIONS] -n N COMMAND [WORDS] --vs COMMAND [WORDS]\n\n")
    append(
        "Options end at the first other word. Options with [VALUE] take it from the next word\nonly if the command follows " +
            "after --; --option=VALUE always does.\n\n",
    )
    for (option in Option.entries) {
        val value = when (option.takes) {
            Takes.NOTHING -> ""
            Takes.MAYBE_ONE -> " [${option.value}]"
            Takes.ONE, Takes.SEVERAL -> " ${option.value}"
        }
        val names = listOfNotNull(option.letter, option.longName).distinct().joinToString(", ")
        val head = "  " + (if (option.letter == null) "    " else "") + names + value
        append(head.padEnd(COLUMN))
        if (head.length >= COLUMN) append('\n').append(" ".repeat(COLUMN))
        append(option.help.replace("\n", "\n" + " ".repeat(COLUMN))).append('\n')
    }
    append("\nVariables, which options override: ")
    append(Option.entries.mapNotNull { it.variable }.plus("TIMEM_SHELL").joinToString(", ").wrapped()).append("\n\n")
    append("Examples:\n")
    append("    timem make -j4\n")
    append("    timem -o make.json -i -- make -j4\n")
    append("    timem -e task-clock,page-faults,cycles -- ./solver input\n")
    append("    timem -n 20 -w 2 gzip -k -f big --vs zstd -k -f big\n\n")
    append("Exits with the command's status, or 128 + N if signal N killed it; 127 if it is\n")
    append("not found, 126 if it cannot be executed, 125 if timem itself failed.")
}

private const val COLUMN = 34

private fun String.wrapped(): String {
    val out = StringBuilder()
    var column = 36
    for (word in split(' ')) {
        if (column + word.length > 96) {
            out.append("\n    ")
            column = 4
        }
        out.append(word).append(' ')
        column += word.length + 1
    }
    return out.toString().trimEnd()
}
