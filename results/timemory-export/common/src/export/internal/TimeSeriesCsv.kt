package timemory.export.internal

import timemory.results.Metric
import timemory.results.Results

/**
 * What was read of the process at intervals, as comma-separated values (RFC 4180) with a line for each interval: when it began and ended,
 * in seconds after measuring began, how many seconds of it were observed and how often the process was looked at; then for each number its
 * value, the smallest and the largest that was read. The value is the mean, or what was added in the interval where numbers add up. What
 * could not be read is empty.
 */
internal fun writeTimeSeries(out: Appendable, results: Results) {
    val (columns, rows) = OverTime.rowsOf(results) ?: return
    out.append("begin (sec),end (sec),observed (sec),readings")
    for (column in columns) for (which in listOf("", " min", " max")) out.append(',').append(csv(titleOf(column, which)))
    out.append("\r\n")
    for (row in rows) {
        val end = row[OverTime.END]
        val covered = row[OverTime.COVERED]
        out.append("${(end - covered) / SECOND},${end / SECOND},${covered / SECOND},${row[OverTime.READINGS].toLong()}")
        for ((i, column) in columns.withIndex()) for (which in 0 until OverTime.WIDTH) {
            val value = row[OverTime.COLUMNS + OverTime.WIDTH * i + which]
            out.append(',')
            if (value.isFinite()) out.append((value / column.fileUnit.size).toString())
        }
        out.append("\r\n")
    }
}

private fun titleOf(column: Metric.Number, which: String): String {
    val unit = column.fileUnit.symbol + column.suffix
    return column.name + which + if (unit.isEmpty()) "" else " ($unit)"
}

private const val SECOND = 1e9
