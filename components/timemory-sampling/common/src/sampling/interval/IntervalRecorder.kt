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
 * Reads components of the process when it is told to, and keeps what they said: over time, and by the regions that were open then.
 *
 * ### Thread-safety
 * [start] and [read] are called by one thread at a time, and call components, without a lock. Results may be made by any thread meanwhile.
 *
 * @param clock the time in nanoseconds, from any moment on
 */
internal class IntervalRecorder(readings: List<ComponentReading>, mostRows: Int, private val clock: () -> Long) {
    private class Source(val reading: ComponentReading, val at: Int) {
        var hasFailed = false
    }

    val columns: List<SampledColumn> = readings.flatMap { it.columns }
    private val sources: List<Source>
    private val lock = Lock()
    private val rows = SampledRows(columns.map { it.kind }, mostRows)
    private val regions = RegionValues(columns)

    /** When the last interval ended. */
    private var before = 0L

    @Volatile
    private var isStarted = false

    init {
        var at = 0
        sources = readings.map { reading -> Source(reading, at).also { at += reading.columns.size } }
    }

    /** The first interval begins now, or the next one after a pause. */
    fun start() {
        for (source in sources) attempt(source) { source.reading.start() }
        before = clock()
        isStarted = true
    }

    /** The interval ends that is under way, and the next one begins. Nothing is done before [start]. */
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

    /** What throws is left out from then on, and the others go on. */
    private inline fun attempt(source: Source, action: () -> Unit) {
        try {
            action()
        } catch (failure: Throwable) {
            if (isOutOfMemory(failure)) throw failure
            source.hasFailed = true
            val id = source.reading.type.id
            activeProblems().report("sampler.$id") { "component $id failed when it was read, and is read no more: $failure" }
        }
    }

    /** Adds what was read so far to [graphs], and returns the rows; `null` where nothing was read. */
    fun addTo(graphs: MutableList<CallGraph>, threadsApart: Boolean): CompactFacts? = lock.hold {
        if (rows.size == 0) return null
        regions.addTo(graphs, threadsApart)
        OverTime(columns.map { it.number } to rows.copy())
    }

    /** How much there is so far, for the metadata. */
    fun summary(): String = lock.hold {
        val whole = "${rows.readings} readings"
        if (rows.readingsOfRow == 1) whole else "$whole, ${rows.readingsOfRow} in a row"
    }
}

private class OverTime(override val overTime: Pair<List<Metric.Number>, List<DoubleArray>>) : CompactFacts
