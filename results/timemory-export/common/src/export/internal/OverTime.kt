package timemory.export.internal

import timemory.Quantity
import timemory.output.CompactFacts
import timemory.results.Metric
import timemory.results.Results

/**
 * One process metric sampled at intervals, as plots and traces show it: the average in each interval, or, for an increase, its rate per
 * second. See [CompactFacts.overTime].
 */
internal class OverTime private constructor(private val number: Metric.Number, private val rows: List<DoubleArray>, private val at: Int) {
    val name: String get() = number.name

    /** Whether values are rates per second. */
    val isRate: Boolean get() = number.isAdditive

    /** Whether the value is a number of busy processors: seconds per second. */
    val isShare: Boolean get() = isRate && number.quantity === Quantity.TIME && number.suffix.isEmpty()

    val quantity: Quantity get() = number.quantity

    /** The unit of [value] in traces: `B`, `B/sec`. */
    val rawUnit: String get() = if (isShare) "processors" else number.quantity.units[0].symbol + suffix

    /** The suffix of the units. */
    val suffix: String get() = number.suffix + if (isRate && !isShare) "/sec" else ""

    val size: Int get() = rows.size

    fun begin(row: Int): Long = maxOf(0L, end(row) - rows[row][COVERED].toLong())

    fun end(row: Int): Long = rows[row][END].toLong()

    /** Returns the value in raw units of [Quantity], or in raw units per second; NaN if it could not be read. */
    fun value(row: Int): Double = of(row, 0)

    /** Returns the smallest sample; NaN for rates. */
    fun min(row: Int): Double = if (isRate) Double.NaN else of(row, 1)

    /** Returns the largest sample; NaN for rates. */
    fun max(row: Int): Double = if (isRate) Double.NaN else of(row, 2)

    /**
     * Calls [action] with each known value and the start of its interval, in nanoseconds after measuring started. Viewers keep a value
     * until the next one, so each value before a pause and the last value are followed by a point that ends them.
     */
    inline fun forEachPoint(action: (time: Long, value: Double) -> Unit) {
        for (row in 0 until size) {
            if (value(row).isFinite()) action(begin(row), value(row))
            val isLast = row + 1 == size || begin(row + 1) - end(row) > PAUSE
            if (isLast) action(end(row), if (isRate || !value(row).isFinite()) 0.0 else value(row))
        }
    }

    private fun of(row: Int, which: Int): Double {
        val value = rows[row][at + which]
        val covered = rows[row][COVERED]
        return when {
            isShare -> if (covered > 0.0) value / covered else Double.NaN
            isRate -> if (covered > 0.0) value / covered * SECOND else Double.NaN
            else -> value
        }
    }

    companion object {
        const val END: Int = 0
        const val COVERED: Int = 1
        const val READINGS: Int = 2
        const val COLUMNS: Int = 3
        const val WIDTH: Int = 3
        private const val SECOND = 1e9

        /** A longer gap between two samples, in nanoseconds, is a pause rather than an interval. */
        const val PAUSE: Long = 1_000_000L

        /** Returns the sampled metrics of [results]; empty if there are none. */
        fun of(results: Results): List<OverTime> {
            val (columns, rows) = rowsOf(results) ?: return emptyList()
            return columns.mapIndexed { i, number -> OverTime(number, rows, COLUMNS + WIDTH * i) }
        }

        /** Returns the columns and rows of [results]; `null` if nothing was sampled. */
        fun rowsOf(results: Results): Pair<List<Metric.Number>, List<DoubleArray>>? = (results.attachments as? CompactFacts)?.overTime
    }
}
