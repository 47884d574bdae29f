package timemory.export.internal

import timemory.internal.text.visible

/**
 * Writes collapsed stacks, as flame graph tools read them: a line `main;solve;step 1234` for each call path with a self value, in raw units
 * (nanoseconds, bytes), or in a smaller unit for fractional values (see [WholeWidths]). Stacks that ran concurrently with their parent
 * region are separate, see [stackFrames].
 *
 * The format allows only positive integers, so zero and negative values (such as a decrease of memory) are left out. A `;` in a label,
 * which would split it, is replaced by the full-width one.
 */
internal fun writeCollapsedStacks(out: Appendable, series: Series) {
    val widths = WholeWidths(series)
    val path = StringBuilder()
    val lengths = ArrayList<Int>()
    for (frame in stackFrames(series.graph)) {
        while (lengths.size > frame.depth) lengths.removeAt(lengths.lastIndex)
        path.setLength(lengths.lastOrNull() ?: 0)
        if (path.isNotEmpty()) path.append(';')
        path.append(visible(frame.name).replace(';', '\uFF1B'))
        lengths.add(path.length)
        val own = if (frame.isContext) 0L else widths.of(frame.node)
        if (own > 0L) out.append(path).append(' ').append(own.toString()).append('\n')
    }
}
