package timemory.roofline

import timemory.Component
import timemory.ExperimentalTimemoryApi
import timemory.Totals
import timemory.WallClock
import timemory.counters.CounterSource
import timemory.counters.CountersComponent
import timemory.statistics.Statistics

/**
 * What a point of the roofline model is made of: operations, bytes that were moved for them, and elapsed time.
 *
 * Where the processor's events can be counted (`perf_event_open(2)`, PAPI), those of the setting `ROOFLINE_MODE` are: floating-point
 * operations in mode `op`, lines of the caches in mode `ai`. Everything else, and everything where there are no such events, as in most
 * virtual machines, is what the program says by [countFlops], [countBytes] and [countInstructions]. A number that was neither counted nor
 * said is 0.
 *
 * A region has everything that happened in the regions inside it. `timemory roofline plot` draws the picture.
 *
 * @see CpuRooflineFlops
 */
@ExperimentalTimemoryApi
public abstract class CpuRoofline internal constructor(
    /** Whose operations are counted. */
    internal val precisions: Set<Precision>,
) : Component() {
    private val choice = RooflineEvents.choice(precisions)
    private val counters: Counters? = choice.source?.let(::Counters)
    private val clock = WallClock()
    private val supplied = DoubleArray(RooflineElements.SIZE)
    private var sums = DoubleArray(RooflineElements.SIZE)
    private var lastLap = DoubleArray(RooflineElements.SIZE)
    private var statistics = emptyStatistics()

    /** The sum of all laps; zeros before the first. */
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

    final override fun recordLastLapOf(other: Component): Unit = record((other as CpuRoofline).lastLap.copyOf())

    override fun toString(): String = "${this::class.simpleName}(laps $laps, $sum)"

    private class Counters(source: CounterSource) : CountersComponent(source)
}

/** How wide floating-point numbers are. */
@ExperimentalTimemoryApi
public enum class Precision {
    /** 32 bits. */
    SINGLE,

    /** 64 bits. */
    DOUBLE,
}

/**
 * Where in the hierarchy of memory bytes come from and go to. Traffic of a level is what is read from and written to it by what is above
 * it.
 */
@ExperimentalTimemoryApi
public enum class MemoryLevel {
    /** The first cache, whose traffic is what the instructions themselves load and store. */
    L1,

    /** The second cache. */
    L2,

    /** The third cache. */
    L3,

    /** Main memory. */
    DRAM,
}
