package timemory.sampling

import timemory.ComponentType
import timemory.Scope
import timemory.Totals
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Collector
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.NO_COMPONENTS

/**
 * Samples of one kind, by their call path and the functions on the stack inside it, which form a second graph below each region's node.
 *
 * @param type the component that has samples of this kind
 * @param depth how many functions of a stack are kept, outermost first
 * @param isWanted returns whether a region with these components has samples
 *
 * ### Thread-safety
 * Not thread-safe.
 */
internal class SampledStacks(
    private val type: ComponentType<*>,
    private val depth: Int,
    private val isWanted: (ComponentSet) -> Boolean,
) {
    private data class Key(val path: CallPath, val thread: Int, val frames: List<String>)

    private val totals = LinkedHashMap<Key, Totals>()

    /** The number of samples. */
    var size = 0L
        private set

    /** The number of samples outside all regions. */
    var outside = 0L
        private set

    /** The number of samples whose functions next to the region are unknown, because their stack was deeper than the sampler records. */
    var cut = 0L
        private set

    /** The sum of the weights. */
    var weight = 0L
        private set

    /**
     * Adds [count] samples of [weight] each at [path] on thread [thread], with [stack] as recorded by the sampler, innermost first: each
     * function is `package.Class.method`.
     *
     * @param isCut whether the stack had more functions, outside those
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

    /** Adds a single sample. */
    fun add(path: CallPath, thread: Int, stack: List<String>, weight: Long, isCut: Boolean = false): Unit =
        add(path, thread, stack, weight, isCut, count = 1L)

    /** Returns the innermost region at [path] that has samples: the functions between it and regions without them are shown as well. */
    private fun innermostWanted(path: CallPath): CallPath {
        var place = path
        while (true) {
            val around = place.parent ?: return place
            if (isWanted(place.set)) return place
            place = around
        }
    }

    /** Counts the samples in [part], which are shown elsewhere. */
    fun count(part: SampledStacks) {
        size += part.size
        outside += part.outside
        cut += part.cut
        weight += part.weight
    }

    /** A copy of the stacks so far, for another thread. */
    fun copy(): SampledStacks = SampledStacks(type, depth, isWanted).also {
        for ((key, sum) in totals) it.totals[key] = Totals(type).apply { addAll(sum) }
        it.size = size
        it.outside = outside
        it.cut = cut
        it.weight = weight
    }

    /** Adds the samples to the graph of [type]; those outside regions only if [withOutside]. */
    fun addTo(collector: Collector, withFrames: Boolean, withOutside: Boolean) {
        for ((key, sum) in totals) {
            val isOutside = key.path.parent == null
            if (isOutside && (!withOutside || !withFrames)) continue
            val frames = if (withFrames) key.frames.map { FRAME_MARK + it } else emptyList()
            collector.addSamples(type, key.path, key.thread, frames, sum, isWanted)
        }
    }
}

/** Samples by kind; otherwise like [SampledStacks]. */
internal class Samples private constructor(private val all: List<SampledStacks>) {
    constructor(depth: Int, isWanted: (SampleKind, ComponentSet) -> Boolean) :
        this(SampleKind.entries.map { kind -> SampledStacks(kind.type, depth) { set -> isWanted(kind, set) } })

    operator fun get(kind: SampleKind): SampledStacks = all[kind.ordinal]

    fun copy(): Samples = Samples(all.map { it.copy() })
}

/** The call path of samples outside all regions. */
internal val OUTSIDE: CallPath = CallPath(null, "", NO_COMPONENTS, Scope.TREE, 0, 0L)

/** The prefix that distinguishes a function from a region. */
internal const val FRAME_MARK: String = "~"
