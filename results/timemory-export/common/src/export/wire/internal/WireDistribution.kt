package timemory.export.wire.internal

import timemory.statistics.Bucket
import timemory.statistics.Histogram

/** Percentiles and histogram of a node's laps. Histograms can be added up; percentiles cannot. */
internal class WireDistribution(val percentiles: Map<Double, Double>, val histogram: List<Bucket>) {
    fun write(out: WireOutput) {
        out.unsigned(percentiles.size)
        for ((percentile, value) in percentiles) {
            out.number(percentile)
            out.number(value)
        }
        out.unsigned(histogram.size)
        if (histogram.isEmpty()) return
        out.number(histogram[0].from)
        for (bucket in histogram) {
            out.number(bucket.to)
            out.unsigned(bucket.count)
        }
    }

    /** Returns the distribution of both sets of laps; `null` if it is unknown. */
    fun plus(other: WireDistribution?): WireDistribution? {
        val both = Histogram.added(histogram, other?.histogram ?: return null)
        return if (both.isEmpty()) null else WireDistribution(emptyMap(), both)
    }

    companion object {
        private const val MAX_PERCENTILES = 1_000
        private const val MAX_BUCKETS = 100_000

        fun read(input: WireInput): WireDistribution {
            val percentiles = LinkedHashMap<Double, Double>()
            for (i in 0 until input.count(MAX_PERCENTILES, "the number of percentiles")) percentiles[input.number()] = input.number()
            val count = input.count(MAX_BUCKETS, "the number of buckets")
            var from = if (count == 0) 0.0 else input.number()
            val histogram = ArrayList<Bucket>()
            for (i in 0 until count) {
                val to = input.number()
                val laps = input.unsigned().also { if (it < 0L) input.damaged("a number of laps of more than 63 bits") }
                histogram.add(Bucket(from, to, laps))
                from = to
            }
            return WireDistribution(percentiles, histogram)
        }
    }
}
