package timemory.sampling.interval

/**
 * Numbers over time in bounded memory: at most [most] rows, each as in `CompactFacts.overTime`. When the limit is reached, adjacent rows
 * are merged in pairs, and from then on a row holds twice as many readings. So there are always between half of [most] and [most] rows, the
 * whole time is covered, and the minimum and maximum of a row are those of all its readings.
 *
 * ### Thread-safety
 * Not thread-safe.
 */
internal class SampledRows(private val kinds: List<SampledKind>, private val most: Int) {
    private val rows = ArrayList<DoubleArray>()

    /** How many readings a row holds, except for those before a pause and the last. */
    var readingsOfRow: Int = 1
        private set

    /** The number of readings. */
    var readings: Long = 0L
        private set

    val size: Int get() = rows.size

    /** Adds a reading at [end], for the [covered] nanoseconds before: [values] has a number for each column. */
    fun add(end: Long, covered: Long, values: DoubleArray) {
        val row = DoubleArray(COLUMNS + WIDTH * kinds.size)
        row[END] = end.toDouble()
        row[COVERED] = covered.toDouble()
        row[READINGS] = 1.0
        for (i in kinds.indices) for (j in 0 until WIDTH) row[COLUMNS + WIDTH * i + j] = values[i]
        readings++
        if (!isPartOfLast() && rows.size == most) halve()
        if (isPartOfLast()) join(rows.last(), row) else rows.add(row)
    }

    private fun isPartOfLast() = rows.isNotEmpty() && rows.last()[READINGS] < readingsOfRow

    private fun halve() {
        val count = rows.size
        for (i in 0 until count / 2) {
            join(rows[2 * i], rows[2 * i + 1])
            rows[i] = rows[2 * i]
        }
        if (count % 2 == 1) rows[count / 2] = rows[count - 1]
        while (rows.size > (count + 1) / 2) rows.removeAt(rows.lastIndex)
        readingsOfRow *= 2
    }

    /** Merges [later] into [row], which it follows. */
    private fun join(row: DoubleArray, later: DoubleArray) {
        for (i in kinds.indices) {
            val at = COLUMNS + WIDTH * i
            row[at] = together(kinds[i], row, later, at)
            row[at + 1] = known(row[at + 1], later[at + 1], ::minOf)
            row[at + 2] = known(row[at + 2], later[at + 2], ::maxOf)
        }
        row[END] = later[END]
        row[COVERED] += later[COVERED]
        row[READINGS] += later[READINGS]
    }

    private fun together(kind: SampledKind, row: DoubleArray, later: DoubleArray, at: Int): Double = known(row[at], later[at]) { a, b ->
        val covered = row[COVERED] + later[COVERED]
        if (kind == SampledKind.AMOUNT) a + b else if (covered > 0.0) (a * row[COVERED] + b * later[COVERED]) / covered else b
    }

    private inline fun known(a: Double, b: Double, both: (Double, Double) -> Double): Double =
        if (a.isNaN()) b else if (b.isNaN()) a else both(a, b)

    /** A copy of the rows so far, for another thread. */
    fun copy(): List<DoubleArray> = rows.map { it.copyOf() }

    companion object {
        const val END: Int = 0
        const val COVERED: Int = 1
        const val READINGS: Int = 2

        /** The index of the first column's numbers, and how many each column has. */
        const val COLUMNS: Int = 3
        const val WIDTH: Int = 3
    }
}
