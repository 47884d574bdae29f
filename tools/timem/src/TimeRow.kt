package timemory.timem

/**
 * What the command's process took in a part of its time: what was added since the row before.
 *
 * @property end nanoseconds after its start
 * @property peak the largest resident memory that was seen
 * @property virtual what was mapped at the end
 * @property cpuShare CPU time by elapsed time; not a number where it is not known
 * @property inputOutput `null` where that is not known
 */
internal class TimeRow(val end: Long, val peak: Long, val virtual: Long, val cpuShare: Double, val inputOutput: InputOutput?) {
    companion object {
        /** At most [most] rows of [samples], each of as many of them but for the last. */
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
