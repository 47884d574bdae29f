package timemory.export.internal

import timemory.results.Metric
import timemory.results.Results

/**
 * Writes process metrics sampled at intervals as comma-separated values (RFC 4180), with a line for each interval: its start and end in
 * seconds after measuring started, how many seconds of it were observed, and the number of samples; then for each number its value, the
 * smallest and the largest sample. The value is the mean, or the increase during the interval for additive numbers. Unavailable values are
 * empty.
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
