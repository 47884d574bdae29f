package timemory.export.internal

import timemory.Quantity
import timemory.output.CompactFacts
import timemory.results.Metric
import timemory.results.Results

/**
 * One number that was read of the process at intervals, as pictures and traces show it: what there was on average in each interval, or, of
 * what was added in it, how much that is in a second. See [CompactFacts.overTime].
 */
internal class OverTime private constructor(private val number: Metric.Number, private val rows: List<DoubleArray>, private val at: Int) {
    val name: String get() = number.name

    /** Whether it is an amount in a second. */
    val isRate: Boolean get() = number.isAdditive

    /** Whether it says how many processors were at work: seconds in a second. */
    val isShare: Boolean get() = isRate && number.quantity === Quantity.TIME && number.suffix.isEmpty()

    val quantity: Quantity get() = number.quantity

    /** The unit of [value], as traces call it: `B`, `B/sec`. */
    val rawUnit: String get() = if (isShare) "processors" else number.quantity.units[0].symbol + suffix

    /** What units end with. */
    val suffix: String get() = number.suffix + if (isRate && !isShare) "/sec" else ""

    val size: Int get() = rows.size

    fun begin(row: Int): Long = maxOf(0L, end(row) - rows[row][COVERED].toLong())

    fun end(row: Int): Long = rows[row][END].toLong()

    /** In raw units, those of [Quantity], or in a second of them; not a number where it could not be read. */
    fun value(row: Int): Double = of(row, 0)

    /** The smallest that was read; of rates, not a number. */
    fun min(row: Int): Double = if (isRate) Double.NaN else of(row, 1)

    /** The largest that was read; of rates, not a number. */
    fun max(row: Int): Double = if (isRate) Double.NaN else of(row, 2)

    /**
     * Calls [action] with each value that is known and when it begins to be so, in nanoseconds after measuring began; and, as viewers keep
     * a value up to the next one, with one that ends the last before a pause, and at the end.
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

        /** What lies between two readings for longer than this, in nanoseconds, is a pause, and no interval. */
        const val PAUSE: Long = 1_000_000L

        /** Those of [results]; none where nothing was read at intervals. */
        fun of(results: Results): List<OverTime> {
            val (columns, rows) = rowsOf(results) ?: return emptyList()
            return columns.mapIndexed { i, number -> OverTime(number, rows, COLUMNS + WIDTH * i) }
        }

        /** The columns and rows of [results]; `null` where nothing was read at intervals. */
        fun rowsOf(results: Results): Pair<List<Metric.Number>, List<DoubleArray>>? = (results.attachments as? CompactFacts)?.overTime
    }
}
