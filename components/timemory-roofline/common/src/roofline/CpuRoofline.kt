package timemory.roofline

import timemory.Component
import timemory.ExperimentalTimemoryApi
import timemory.Totals
import timemory.WallClock
import timemory.counters.CounterSource
import timemory.counters.CountersComponent
import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/**
 * The data of a roofline point: operations, bytes moved, and elapsed time.
 *
 * If hardware events are available (`perf_event_open(2)`, PAPI), those selected by the setting `ROOFLINE_MODE` are counted: floating-point
 * operations in mode `op`, cache lines in mode `ai`. Everything else is reported by the program with [countFlops], [countBytes] and
 * [countInstructions]; without hardware events, as in most virtual machines, that is everything. A number that was neither counted nor
 * reported is 0.
 *
 * A region includes everything in the regions inside it. `timemory roofline plot` draws the chart.
 *
 * @see CpuRooflineFlops
 */
@ExperimentalTimemoryApi
public abstract class CpuRoofline internal constructor(
    /** The precisions whose operations are counted. */
    internal val precisions: Set<Precision>,
) : Component() {
    private val choice = RooflineEvents.choice(precisions)
    private val counters: Counters? = choice.source?.let(::Counters)
    private val clock = WallClock()
    private val supplied = DoubleArray(RooflineElements.SIZE)
    private var sums = DoubleArray(RooflineElements.SIZE)
    private var lastLap = DoubleArray(RooflineElements.SIZE)
    private var statistics = emptyStatistics()

    /** The sum over all laps; zeros before the first. */
    public val sum: RooflineCounts get() = RooflineCounts(sums.copyOf())

    /** The last lap; zeros before the first. */
    public val last: RooflineCounts get() = RooflineCounts(lastLap.copyOf())

    final override val isComposite: Boolean get() = true

    final override val leaves: List<Component> get() = counters?.leaves.orEmpty() + clock.leaves

    final override fun start() {
        supplied.fill(0.0)
        counters?.start()
        clock.start()
    }

    final override fun stop() {
        clock.stop()
        counters?.stop()
        val lap = supplied.copyOf()
        counters?.let { choice.addTo(lap, it) }
        lap[RooflineElements.RUNTIME] = clock.last.toDouble()
        record(lap)
    }

    /** Adds [count] to number [element] of the open lap. */
    internal fun supply(element: Int, count: Double) {
        supplied[element] += count
    }

    private fun record(numbers: DoubleArray) {
        lastLap = numbers
        for (i in numbers.indices) {
            sums[i] += numbers[i]
            statistics[i].add(numbers[i])
        }
        supplied.fill(0.0)
        laps++
    }

    override fun reset() {
        super.reset()
        supplied.fill(0.0)
        sums.fill(0.0)
        lastLap = DoubleArray(RooflineElements.SIZE)
        statistics = emptyStatistics()
    }

    private fun emptyStatistics() = Array(RooflineElements.SIZE) { Statistics() }

    final override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addValues(laps, sum, last, statistics)
    }

    final override fun recordSumOf(others: List<Component>) {
        if (others.none { it.laps > 0L }) return
        record(DoubleArray(RooflineElements.SIZE) { i -> others.sumOf { (it as CpuRoofline).sums[i] } })
    }

    final override fun combine(other: Component, sign: Int) {
        other as CpuRoofline
        for (i in sums.indices) {
            sums[i] += sign * other.sums[i]
            statistics[i].combine(other.statistics[i], sign)
        }
        if (sign > 0 && other.laps > 0L) lastLap = other.lastLap.copyOf()
        laps = maxOf(0L, laps + sign * other.laps)
    }

    final override fun scale(factor: Double) {
        lastLap = DoubleArray(RooflineElements.SIZE) { lastLap[it] * factor }
        for (i in sums.indices) {
            sums[i] *= factor
            statistics[i].scale(factor)
        }
    }

    final override fun exchange(fields: ComponentFields) {
        laps = fields.integer("laps", laps)
        lastLap = DoubleArray(RooflineElements.SIZE) { fields.number("last.${RooflineElements.NAMES[it]}", lastLap[it]) }
        for ((i, name) in RooflineElements.NAMES.withIndex()) {
            sums[i] = fields.number("sum.$name", sums[i])
            statistics[i].exchange(name, fields)
        }
    }

    final override fun recordLastLapOf(other: Component): Unit = record((other as CpuRoofline).lastLap.copyOf())

    override fun toString(): String = "${this::class.simpleName}(laps $laps, $sum)"

    private class Counters(source: CounterSource) : CountersComponent(source)
}

/** The precision of floating-point numbers. */
@ExperimentalTimemoryApi
public enum class Precision {
    /** 32 bits. */
    SINGLE,

    /** 64 bits. */
    DOUBLE,
}

/** Levels of the memory hierarchy. A level's traffic is what the level above reads from it and writes to it. */
@ExperimentalTimemoryApi
public enum class MemoryLevel {
    /** The first-level cache, whose traffic is what the instructions themselves load and store. */
    L1,

    /** The second-level cache. */
    L2,

    /** The third-level cache. */
    L3,

    /** Main memory. */
    DRAM,
}
