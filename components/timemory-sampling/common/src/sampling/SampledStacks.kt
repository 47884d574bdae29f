package timemory.sampling

import timemory.ComponentType
import timemory.Scope
import timemory.Totals
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Collector
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.NO_COMPONENTS

/**
 * Samples of one kind by the place of the call graph that they fell at and the functions that were on the stack inside of it: the second
 * graph, below each region's node.
 *
 * @param type the component that has samples of this kind
 * @param depth how many functions are kept of a stack, the outermost ones
 * @param isWanted which regions have samples, by their components
 *
 * ### Thread-safety
 * Used by one thread at a time.
 */
internal class SampledStacks(
    private val type: ComponentType<*>,
    private val depth: Int,
    private val isWanted: (ComponentSet) -> Boolean,
) {
    private data class Key(val path: CallPath, val thread: Int, val frames: List<String>)

    private val totals = LinkedHashMap<Key, Totals>()

    /** How many samples there are. */
    var size = 0L
        private set

    /** How many of them fell where no region was open. */
    var outside = 0L
        private set

    /** Of how many the functions next to the region are not known, as their stack was deeper than the sampler looks. */
    var cut = 0L
        private set

    /** The sum of their weights. */
    var weight = 0L
        private set

    /**
     * Adds [count] samples of [weight] each that fell at [path] on thread [thread], with [stack] as the sampler saw it, innermost first:
     * each a function as `package.Class.method`.
     *
     * @param isCut whether the stack had more functions, outside of those
     */
    fun add(path: CallPath, thread: Int, stack: List<String>, weight: Long, isCut: Boolean, count: Long) {
        val place = innermostWanted(path)
        val frames = framesInside(stack, place, depth, isCut)
        val key = Key(place, thread, frames)
        val sum = totals.getOrPut(key) { Totals(type) }
        for (sample in 1L..count) sum.addLap(weight)
        size += count
        this.weight += count * weight
        if (place.parent == null) outside += count else if (frames.firstOrNull() == DEEPER) cut += count
    }

    /** As above, one sample. */
    fun add(path: CallPath, thread: Int, stack: List<String>, weight: Long, isCut: Boolean = false): Unit =
        add(path, thread, stack, weight, isCut, count = 1L)

    /** The innermost region at [path] that has samples: the functions between it and one without are shown as well. */
    private fun innermostWanted(path: CallPath): CallPath {
        var place = path
        while (true) {
            val around = place.parent ?: return place
            if (isWanted(place.set)) return place
            place = around
        }
    }

    /** Counts those of [part], which are shown elsewhere. */
    fun count(part: SampledStacks) {
        size += part.size
        outside += part.outside
        cut += part.cut
        weight += part.weight
    }

    /** Those so far, for somebody else to read. */
    fun copy(): SampledStacks = SampledStacks(type, depth, isWanted).also {
        for ((key, sum) in totals) it.totals[key] = Totals(type).apply { addAll(sum) }
        it.size = size
        it.outside = outside
        it.cut = cut
        it.weight = weight
    }

    /** Adds them to the graph of [type]; those outside of regions only [withOutside]. */
    fun addTo(collector: Collector, withFrames: Boolean, withOutside: Boolean) {
        for ((key, sum) in totals) {
            val isOutside = key.path.parent == null
            if (isOutside && (!withOutside || !withFrames)) continue
            val frames = if (withFrames) key.frames.map { FRAME_MARK + it } else emptyList()
            collector.addSamples(type, key.path, key.thread, frames, sum, isWanted)
        }
    }
}

/** What was sampled, by its kind; as [SampledStacks] otherwise. */
internal class Samples private constructor(private val all: List<SampledStacks>) {
    constructor(depth: Int, isWanted: (SampleKind, ComponentSet) -> Boolean) :
        this(SampleKind.entries.map { kind -> SampledStacks(kind.type, depth) { set -> isWanted(kind, set) } })

    operator fun get(kind: SampleKind): SampledStacks = all[kind.ordinal]

    fun copy(): Samples = Samples(all.map { it.copy() })
}

/** Where samples fall while no region is open. */
internal val OUTSIDE: CallPath = CallPath(null, "", NO_COMPONENTS, Scope.TREE, 0, 0L)

/** What stands before a function's name, to distinguish it from regions. */
internal const val FRAME_MARK: String = "~"
