package timemory.timem

/**
 * The usage of the command's process in an interval: the increase since the previous row.
 *
 * @property end nanoseconds after its start
 * @property peak the maximum resident memory seen
 * @property virtual the memory mapped at the end
 * @property cpuShare CPU time divided by elapsed time; NaN if unknown
 * @property inputOutput `null` if unknown
 */
internal class TimeRow(val end: Long, val peak: Long, val virtual: Long, val cpuShare: Double, val inputOutput: InputOutput?) {
    companion object {
        /** Returns at most [most] rows of [samples], each covering the same number of them except for the last. */
        fun of(samples: List<Sample>, most: Int): List<TimeRow> {
            if (samples.isEmpty()) return emptyList()
            val rows = ArrayList<TimeRow>()
            var before = Sample(0L, 0L, 0L, 0L, 0L, InputOutput.NONE)
            for (part in samples.chunked((samples.size + most - 1) / most)) {
                val last = part.last()
                rows.add(between(before, last, part.maxOf { it.peak }))
                before = last
            }
            return rows
        }

        private fun between(before: Sample, after: Sample, peak: Long): TimeRow {
            val time = after.nanoseconds - before.nanoseconds
            val isKnown = time > 0L && after.cpu >= 0L && before.cpu >= 0L
            val share = if (isKnown) (after.cpu - before.cpu).toDouble() / time else Double.NaN
            val io = before.inputOutput?.let { earlier -> after.inputOutput?.let { it - earlier } }
            return TimeRow(after.nanoseconds, peak, after.virtual, share, io)
        }
    }
}
