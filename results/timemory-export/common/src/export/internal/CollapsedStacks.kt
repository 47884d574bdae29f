package timemory.export.internal

import timemory.internal.text.visible

/**
 * Collapsed stacks, as flame graph tools read them: a line `main;solve;step 1234` for each place that has a value of its own, in raw units
 * (nanoseconds, bytes), or in a smaller unit where values are fractional (see [WholeWidths]). What ran concurrently with the region that it hangs below stands apart, see [stackFrames].
 *
 * The format knows whole positive numbers only: values of nothing, and those below it, as a change of memory can be, are left out. A `;` in
 * a label, which would part it, is replaced by the full-width one.
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
