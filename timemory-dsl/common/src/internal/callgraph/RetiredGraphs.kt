package timemory.internal.callgraph

import timemory.internal.lean.*

/**
 * The recorded data of graphs whose threads have ended, as immutable parts. Guarded by the session's lock.
 *
 * Adding up two parts calls components, which must not happen under a lock, and a thread that reads all parts meanwhile must find each lap
 * exactly once. So the two parts stay until their sum is complete, and are replaced by it in one step. Parts of about the same number of
 * graphs are added up first, so that each lap is added only a few times and there are no more than about thirty parts.
 */
internal class RetiredGraphs {
    private class Part(val collector: Collector, val graphs: Int)

    private val parts = ArrayList<Part>()

    val isEmpty: Boolean get() = parts.isEmpty()

    fun all(): List<Collector> = parts.map { it.collector }

    fun add(collector: Collector) {
        parts.add(Part(collector, 1))
    }

    /** Returns two parts to be added up next; `null` if that is not worthwhile. */
    fun nextPair(): Pair<Collector, Collector>? {
        val last = parts.lastIndex
        if (last < 1 || parts[last - 1].graphs > parts[last].graphs) return null
        return parts[last - 1].collector to parts[last].collector
    }

    /** Replaces [pair] with [sum], unless another thread has already replaced one of the two. */
    fun replace(pair: Pair<Collector, Collector>, sum: Collector) {
        val first = parts.indexOfFirst { it.collector === pair.first }
        val second = parts.indexOfFirst { it.collector === pair.second }
        if (first < 0 || second < 0) return
        val graphs = parts[first].graphs + parts[second].graphs
        parts.removeAt(second)
        parts[first] = Part(sum, graphs)
    }
}
