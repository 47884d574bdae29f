package timemory.export.data.internal

/** Parses a label as in flat files, `|0,2>>>   |_load`: indented, with its threads if those are kept separate. */
internal class FlatPrefix(val label: String, val threads: List<Int>) {
    companion object {
        private const val MARK = ">>> "

        fun of(prefix: String): FlatPrefix {
            val mark = prefix.indexOf(MARK)
            val before = if (mark < 0) return FlatPrefix(prefix, emptyList()) else prefix.substring(0, mark)
            val isShape = before.isEmpty() || before[0] == '|' && before.drop(1).all { it in '0'..'9' || it == ',' || it == ' ' }
            if (!isShape) return FlatPrefix(prefix, emptyList())
            val threads = before.drop(1).split(',', ' ').filter { it.isNotEmpty() && it.length < 10 }.map { it.toInt() }
            val rest = prefix.substring(mark + MARK.length)
            val indented = rest.trimStart(' ')
            return FlatPrefix(if (indented.startsWith("|_")) indented.substring(2) else rest, threads)
        }
    }
}
