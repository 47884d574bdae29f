package timemory.sampling.interval

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Session
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.isOutOfMemory
import timemory.internal.problems.activeProblems
import timemory.output.CompactFacts
import timemory.results.CallGraph
import timemory.results.Metric

/**
 * Reads components of the process on request, and records their values: over time, and by the regions that were open.
 *
 * ### Thread-safety
 * [start] and [read] must be called by one thread at a time; they call components without a lock. Results may be collected by any thread
 * meanwhile.
 *
 * @param clock returns the time in nanoseconds, with any origin
 */
internal class IntervalRecorder(readings: List<ComponentReading>, maxRows: Int, private val clock: () -> Long) {
    private class Source(val reading: ComponentReading, val at: Int) {
        var hasFailed = false
    }

    val columns: List<SampledColumn> = readings.flatMap { it.columns }
    private val sources: List<Source>
    private val lock = Lock()
    private val rows = SampledRows(columns.map { it.kind }, maxRows)
    private val regions = RegionValues(columns)

    /** The end of the previous interval. */
    private var before = 0L

    @Volatile
    private var isStarted = false

    init {
        var at = 0
        sources = readings.map { reading -> Source(reading, at).also { at += reading.columns.size } }
    }

    /** Starts the first interval, or the next one after a pause. */
    fun start() {
        for (source in sources) attempt(source) { source.reading.start() }
        before = clock()
        isStarted = true
    }

    /** Ends the current interval and starts the next one. Has no effect before [start]. */
    fun read(session: Session) {
        if (!isStarted) return
        val values = DoubleArray(columns.size) { Double.NaN }
        val standing = openRegions(session)
        for (source in sources) if (!source.hasFailed) attempt(source) { source.reading.read(values, source.at) }
        val now = clock()
        lock.hold {
            rows.add(now - session.paths.began, now - before, values)
            regions.add(standing, values)
        }
        before = now
    }

    /** Drops a component that throws, so that the others continue. */
    private inline fun attempt(source: Source, action: () -> Unit) {
        try {
            action()
        } catch (failure: Throwable) {
            if (isOutOfMemory(failure)) throw failure
            source.hasFailed = true
            val id = source.reading.type.id
            activeProblems().report("sampler.$id") { "component $id failed to be read and is no longer read: $failure" }
        }
    }

    /** Adds the readings so far to [graphs], and returns the rows; `null` if there are none. */
    fun addTo(graphs: MutableList<CallGraph>, threadsApart: Boolean): CompactFacts? = lock.hold {
        if (rows.size == 0) return null
        regions.addTo(graphs, threadsApart)
        OverTime(columns.map { it.number } to rows.copy())
    }

    /** Returns the number of readings so far, for the metadata. */
    fun summary(): String = lock.hold {
        val whole = "${rows.readings} readings"
        if (rows.readingsOfRow == 1) whole else "$whole, ${rows.readingsOfRow} in a row"
    }
}

private class OverTime(override val overTime: Pair<List<Metric.Number>, List<DoubleArray>>) : CompactFacts
