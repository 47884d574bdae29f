package timemory.sampling.interval

import timemory.Quantity
import timemory.results.Metric

/** What numbers over time are, and so what several of them are together. */
internal enum class SampledKind {
    /** How much there is at a moment: memory in use. */
    LEVEL,

    /** How much was added in an interval: CPU time, bytes, page faults. */
    AMOUNT,

    /** What an interval was like on average: a utilisation, a rate. */
    MEAN,
}

/**
 * One number over time.
 *
 * @property name the component's id, and which of its numbers it is where it has several: `network_stats.rx_bytes`
 * @property suffix what its units end with: `/sec`
 */
internal class SampledColumn(val name: String, val quantity: Quantity, val suffix: String, val kind: SampledKind) {
    /** As results and their files have it. */
    val number: Metric.Number = Metric.Number(name, quantity, suffix, isAdditive = kind == SampledKind.AMOUNT)
}
