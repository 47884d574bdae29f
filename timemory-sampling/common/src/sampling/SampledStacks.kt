package timemory.sampling

import timemory.ComponentType
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Collector
import timemory.internal.callgraph.ComponentSet

/**
 * Samples by the place of the call graph that they fell at and the functions that were on the stack inside of it: the second graph, below
 * each region's node.
 *
 * @param depth how many functions are kept of a stack, the outermost ones
 * @param isWanted which regions have samples, by their components
 *
 * ### Thread-safety
 * Used by one thread at a time.
 */
internal class SampledStacks(private val depth: Int, private val isWanted: (ComponentSet) -> Boolean) {
    private data class Key(val path: CallPath, val thread: Int, val frames: List<String>, val weight: Long)

    private val counts = LinkedHashMap<Key, Long>()

    /** How many samples there are. */
    var size = 0L
        private set

    /** How many of them fell where no region was open. */
    var outside = 0L
        private set

    /** The sum of their weights. */
    var weight = 0L
        private set

    /**
     * Adds one sample of [weight] that fell at [path] on thread [thread], with [stack] as the sampler saw it, innermost first: each a
     * function as `package.Class.method`.
     */
    fun add(path: CallPath, thread: Int, stack: List<String>, weight: Long) {
        val place = innermostWanted(path)
        val key = Key(place, thread, framesInside(stack, place, depth), weight)
        counts[key] = (counts[key] ?: 0L) + 1L
        size++
        this.weight += weight
        if (place.parent == null) outside++
    }

    /** The innermost region at [path] that has samples: the functions between it and one without are shown as well. */
    private fun innermostWanted(path: CallPath): CallPath {
        var place = path
        while (true) {
            val around = place.parent ?: return place
            if (isWanted(place.set)) return place
            place = around
        }
    }

    /** Those so far, for somebody else to read. */
    fun copy(): SampledStacks = SampledStacks(depth, isWanted).also {
        it.counts.putAll(counts)
        it.size = size
        it.outside = outside
        it.weight = weight
    }

    /** Adds them to the graph of [type]; those outside of regions only [withOutside]. */
    fun addTo(collector: Collector, type: ComponentType<*>, withFrames: Boolean, withOutside: Boolean) {
        for ((key, count) in counts) {
            val isOutside = key.path.parent == null
            if (isOutside && (!withOutside || !withFrames)) continue
            val frames = if (withFrames) key.frames.map { FRAME_MARK + it } else emptyList()
            collector.addSamples(type, key.path, key.thread, frames, count, key.weight, isWanted)
        }
    }
}

/** What stands before a function's name, to distinguish it from regions. */
internal const val FRAME_MARK: String = "~"
