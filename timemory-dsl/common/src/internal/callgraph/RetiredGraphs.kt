package timemory.internal.callgraph

import timemory.internal.lean.*

/**
 * What the graphs of threads that have ended recorded, as parts that no longer change. To be used under the session's lock.
 *
 * Adding two parts up calls components, which must not happen under a lock, and a thread that reads all parts meanwhile must find each lap
 * once. So the two stay until their sum is there, and are replaced by it in one step. Parts of about the same number of graphs are added up
 * first, so that each lap is added few times and there are no more than about thirty parts.
 */
internal class RetiredGraphs {
    private class Part(val collector: Collector, val graphs: Int)

    private val parts = ArrayList<Part>()

    val isEmpty: Boolean get() = parts.isEmpty()

    fun all(): List<Collector> = parts.map { it.collector }

    fun add(collector: Collector) {
        parts.add(Part(collector, 1))
    }

    /** Two parts to be added up next; `null` where that is not worth it. */
    fun nextPair(): Pair<Collector, Collector>? {
        val last = parts.lastIndex
        if (last < 1 || parts[last - 1].graphs > parts[last].graphs) return null
        return parts[last - 1].collector to parts[last].collector
    }

    /** Puts [sum] in the place of [pair], unless another thread has done so with one of the two. */
    fun replace(pair: Pair<Collector, Collector>, sum: Collector) {
        val first = parts.indexOfFirst { it.collector === pair.first }
        val second = parts.indexOfFirst { it.collector === pair.second }
        if (first < 0 || second < 0) return
        val graphs = parts[first].graphs + parts[second].graphs
        parts.removeAt(second)
        parts[first] = Part(sum, graphs)
    }
}
