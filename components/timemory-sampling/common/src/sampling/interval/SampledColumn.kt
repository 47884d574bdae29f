package timemory.sampling.interval

import timemory.Quantity
import timemory.results.Metric

/** Kinds of numbers over time, which determine how several are combined. */
internal enum class SampledKind {
    /** An amount at a time: memory in use. */
    LEVEL,

    /** An increase during an interval: CPU time, bytes, page faults. */
    AMOUNT,

    /** An average over an interval: a utilisation, a rate. */
    MEAN,
}

/**
 * One number over time.
 *
 * @property name the component's ID, and the number if it has several: `network_stats.rx_bytes`
 * @property suffix the suffix of its units: `/sec`
 */
internal class SampledColumn(val name: String, val quantity: Quantity, val suffix: String, val kind: SampledKind) {
    /** Its form in results and files. */
    val number: Metric.Number = Metric.Number(name, quantity, suffix, isAdditive = kind == SampledKind.AMOUNT)
}
