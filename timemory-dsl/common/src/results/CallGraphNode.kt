package timemory.results

import kotlin.math.roundToLong
import timemory.ComponentType
import timemory.Totals
import timemory.internal.lean.*
import timemory.statistics.NumberSet
import timemory.statistics.ReadNumber
import timemory.statistics.minusWraps
import timemory.statistics.wraps

/**
 * A position in the merged call graph of one component: a label, called from the path of labels above it.
 *
 * ### Exclusive values
 * [exclusive] is the region's value without its child regions: its laps minus those of the regions **on the same thread or in the same
 * coroutine**. Regions that other threads and coroutines ran meanwhile are also below it, but ran concurrently, not within its time, so
 * they are not subtracted, and [isConcurrent] marks them. A sum over threads can therefore be larger than the parent's.
 *
 * ### Thread-safety
 * Those in [Results] no longer change.
 *
 * @property label the label passed to `measure`, unchanged
 */
public class CallGraphNode internal constructor(
    internal val type: ComponentType<*>,
    public val label: String,
    parent: CallGraphNode?,
    private val serial: Long,
    private val threadKey: Int,
) {
    /** The number of enclosing regions: 0 for an outermost one. */
    public val depth: Int = if (parent == null) -1 else parent.depth + 1

    /** All recorded values, including those of the regions inside. */
    public val inclusive: Totals = Totals(type)

    // Rare properties are created on demand, because there may be hundreds of thousands of nodes.
    private var nested: Totals? = null
    private var nodes: ArrayList<CallGraphNode>? = null
    private var table: OpenTable<CallGraphNode>? = null
    private var oneThread = -1 // none

    /** All threads of a node that several threads reached. */
    private var threadSet: NumberSet? = null

    /**
     * The measuring overhead in the sum, in nanoseconds, if the component records time: for the laps here, the part between their own
     * readings; for the laps inside, all of it. An estimate from empty laps, measured when results are made, for compiled code on an idle
     * machine. 0 if unknown.
     */
    public var instrumentation: Double = 0.0
        internal set

    /** [instrumentation] as a fraction of the sum, between 0 and 1. */
    public val instrumentationShare: Double
        get() = if (inclusive.statistics.isEmpty() || !(inclusive.sum > 0.0)) 0.0 else minOf(1.0, instrumentation / inclusive.sum)

    /** Whether more than a tenth of the sum is overhead, so that it says little about the program. */
    public val hasHighInstrumentation: Boolean get() = instrumentationShare > 0.1

    /** The child nodes, in the order in which they were first entered. */
    public val children: List<CallGraphNode> get() = nodes ?: emptyList()

    /** The [children], or `null` if there are none. */
    internal val inner: ArrayList<CallGraphNode>? get() = nodes

    /** Returns the number of descendants. */
    internal fun countInside(): Int {
        val all = NodesInOrder(this)
        var count = 0
        while (all.hasNext()) {
            all.next()
            count++
        }
        return count
    }

    /** When the lap started, in nanoseconds after measuring started, for a single lap of timeline scope; -1 otherwise. */
    public var start: Long = -1L
        internal set

    /** A number shared by the nodes of several components that represent the same region; -1 if unknown. */
    internal var place: Long = -1L

    /** Additional facts, for separate columns in tables. */
    internal var facts: NodeFacts? = null

    /** When the first of the nodes merged here was created, as an increasing number. */
    internal var order: Long = Long.MAX_VALUE

    /** Numbers of the threads that recorded laps here, ascending; 0 is the primary thread. */
    public val threads: List<Int> get() = threadSet?.toList() ?: if (oneThread < 0) emptyList() else listOf(oneThread)

    /** The only one of [threads]; -1 if there are several, or none. */
    internal val onlyThread: Int get() = if (threadSet == null) oneThread else -1

    /** Whether it has the same [threads] as [other]; `null` means the primary thread only. */
    internal fun hasThreadsOf(other: CallGraphNode?): Boolean {
        val own = threadSet
        val others = other?.threadSet
        if (own == null || others == null) return own == others && oneThread == (other?.oneThread ?: 0)
        return own.isSameAs(others)
    }

    /**
     * Whether laps recorded here ran on another thread or in another coroutine than the parent's, concurrently with it and not within its
     * time.
     */
    public var isConcurrent: Boolean = false
        internal set

    /**
     * The exclusive sum of number [element], in raw units. For values that neither add up nor divide, such as peak memory, it is the
     * inclusive one.
     */
    public fun exclusive(element: Int = 0): Double {
        known?.let { return it.numbers[element] }
        if (element == 0) exclusiveExact()?.let { return it.toDouble() }
        val inside = nested ?: return inclusive.sum(element)
        val own = inclusive.value
        val other = inside.value
        if (own != null && other != null) type.minusAny(own, other)?.let { return type.numbersAny(it)[element] }
        if (!type.isAdditive(element)) return inclusive.sum(element)
        return unlessUnfinished(inclusive.sum(element) - inside.sum(element))
    }

    /** The exclusive sum in raw units if the component records integers and sums are less than 2^63; `null` otherwise. */
    public fun exclusiveExact(): Long? {
        known?.let { return it.exact }
        val inside = nested
        if (!inclusive.isExact || inside != null && !inside.isExact) return null
        val own = inclusive.exact
        val other = inside?.exact ?: 0L
        if (minusWraps(own, other)) return null
        return if (own < other && hasMissingLaps) 0L else own - other
    }

    /** Exclusive sums given by another process: the numbers, and the first of them if it is known as an integer. */
    private class KnownExclusive(val numbers: DoubleArray, val exact: Long?)

    private var known: KnownExclusive? = null

    /** Whether [exclusive] is [inclusive] minus the values of the regions inside its time, as computed by [nestChildrenUnlessKnown]. */
    internal val hasUsualExclusive: Boolean
        get() {
            if (!inclusive.isExact || inclusive.value != null) return nested == null && known == null && children.none { !it.isConcurrent }
            val own = inclusive.exact
            var inside = 0L
            for (child in children) {
                val part = child.inclusive
                if (child.isConcurrent || part.laps == 0L && !part.hasUnknownLaps) continue
                if (!part.isExact || wraps(inside, part.exact)) return false
                inside += part.exact
            }
            if (minusWraps(own, inside)) return false
            val usual = own - inside
            return exclusive() == usual.toDouble() && exclusiveExact() == usual
        }

    /** Whether there may be regions inside that are not below it, as with a flat region. */
    internal val hasOwnExclusive: Boolean
        get() = (nested != null || known != null) && inclusive.statistics.indices.any { exclusive(it) != inclusive.sum(it) }

    /** [exclusive] as a fraction of [inclusive], between 0 and 1; 1 if nothing was recorded. Meaningless for values that do not add up. */
    public fun exclusiveShare(element: Int = 0): Double {
        val whole = inclusive.sum(element)
        return if (whole == 0.0) 1.0 else exclusive(element) / whole
    }

    /**
     * Whether regions inside were completed here while a lap of this node, still open at the end, could not be read: their sum then exceeds
     * this node's.
     */
    internal var hasMissingLaps: Boolean = false

    private fun unlessUnfinished(difference: Double) = if (difference < 0.0 && hasMissingLaps) 0.0 else difference

    internal fun addNested(child: Totals) {
        if (!type.includesInside) return
        known = null
        if (child.laps > 0L || child.hasUnknownLaps) (nested ?: Totals(type).also { nested = it }).addSums(child)
    }

    /** Sets [exclusive], for nodes that were read from a file. */
    internal fun setExclusive(exclusive: DoubleArray) {
        val exact = inclusive.exactSum
        val inside = List(exclusive.size) { i -> (inclusive.sum(i) - exclusive[i]).let { ReadNumber(1L, it, it, it, it, 0.0) } }
        nested = Totals(type).also { it.addRead(1L, 0L, exact?.minus(exclusive[0].roundToLong()), inside) }
    }

    /** Like [setExclusive], and [exclusive] consists of exactly these numbers as long as nothing is added. */
    internal fun restoreExclusive(exclusive: DoubleArray, exact: Long?) {
        val inside = List(exclusive.size) { i -> (inclusive.sum(i) - exclusive[i]).let { ReadNumber(1L, it, it, it, it, 0.0) } }
        nested = Totals(type).also { it.addRead(1L, 0L, exact?.let { own -> inclusive.exactSum?.minus(own) }, inside) }
        known = KnownExclusive(exclusive, exact)
    }

    /** Treats descendants that ran in its time as being inside, unless [setExclusive] was called. */
    internal fun nestChildrenUnlessKnown() {
        if (nested == null) for (child in children) if (!child.isConcurrent) addNested(child.inclusive)
    }

    internal fun addThread(thread: Int) {
        if (threadSet == null && (oneThread < 0 || oneThread == thread)) oneThread = thread else allThreads().add(thread)
    }

    private fun addThreadsOf(other: CallGraphNode) {
        val others = other.threadSet
        if (others != null) allThreads().addAll(others) else if (other.oneThread >= 0) addThread(other.oneThread)
    }

    private fun allThreads(): NumberSet = threadSet ?: NumberSet().also {
        if (oneThread >= 0) it.add(oneThread)
        threadSet = it
    }

    /**
     * Returns the child with [label], creating it if necessary; a [serial] other than 0 distinguishes timeline laps with the same label.
     */
    internal fun child(label: String, serial: Long, threadKey: Int): CallGraphNode {
        val known = find(label, serial, threadKey)
        if (known != null) return known
        return CallGraphNode(type, label, this, serial, threadKey).also { adopt(it) }
    }

    private fun find(label: String, serial: Long, threadKey: Int): CallGraphNode? {
        val table = table
        if (table != null) return table.find(hash(label, serial, threadKey)) { it.isFor(label, serial, threadKey) }
        val nodes = nodes ?: return null
        for (i in nodes.indices) if (nodes[i].isFor(label, serial, threadKey)) return nodes[i]
        return null
    }

    /** Returns the child for the same region as [child] of another node. */
    internal fun counterpartOf(child: CallGraphNode): CallGraphNode? = find(child.label, child.serial, child.threadKey)

    /** Returns the [counterpartOf] a node, which is created if missing. */
    internal fun childFor(child: CallGraphNode): CallGraphNode = child(child.label, child.serial, child.threadKey)

    private fun adopt(child: CallGraphNode) {
        val nodes = nodes ?: ArrayList<CallGraphNode>(2).also { nodes = it }
        nodes.add(child)
        val table = table
        if (table != null) {
            table.add(child, child.hash())
        } else if (nodes.size > 8) { // a linear search is as fast for fewer
            this.table = OpenTable<CallGraphNode>().also { made -> for (i in nodes.indices) made.add(nodes[i], nodes[i].hash()) }
        }
    }

    private fun isFor(label: String, serial: Long, threadKey: Int) =
        this.serial == serial && this.threadKey == threadKey && this.label == label

    private fun hash() = hash(label, serial, threadKey)

    private fun hash(label: String, serial: Long, threadKey: Int) = label.hashCode() + 31 * (serial.toInt() + 31 * threadKey)

    /** Adds everything in and below [other], which does not change. */
    internal fun addAll(other: CallGraphNode) {
        val pending = arrayListOf(this to other)
        while (pending.isNotEmpty()) {
            val (to, from) = pending.removeAt(pending.lastIndex)
            to.addWithNested(from)
            to.order = minOf(to.order, from.order)
            if (to.start < 0L) to.start = from.start
            for (child in from.children) pending.add(to.child(child.label, child.serial, child.threadKey) to child)
        }
    }

    /** Creates a child with the label and values of [other], without its children. */
    internal fun childLike(other: CallGraphNode, serial: Long): CallGraphNode = child(other.label, serial, 0).also {
        it.addWithNested(other)
        it.start = other.start
        it.facts = other.facts
    }

    private fun addWithNested(other: CallGraphNode) {
        val isFirst = inclusive.laps == 0L && !inclusive.hasUnknownLaps && nested == null
        addValuesOf(other)
        other.nested?.let(::addNested)
        // If there was nothing to add to, the other's numbers are unchanged.
        known = if (isFirst) other.known else null
    }

    /** Adds a [part] of the values in [other], from 0 for none to 1 for all, and all of its laps. */
    internal fun addPartOf(other: CallGraphNode, part: Double) {
        val before = inclusive.laps
        val openBefore = inclusive.openLaps
        if (part > 0.0) inclusive.addPart(other.inclusive, part)
        inclusive.addLapsOf(other.inclusive, inclusive.laps - before, inclusive.openLaps - openBefore)
        addCircumstancesOf(other)
    }

    internal fun addValuesOf(other: CallGraphNode) {
        inclusive.addAll(other.inclusive)
        addCircumstancesOf(other)
    }

    internal fun addCircumstancesOf(other: CallGraphNode) {
        addThreadsOf(other)
        instrumentation += other.instrumentation
        isConcurrent = isConcurrent || other.isConcurrent
        if (place < 0L || other.place in 0L..place) place = other.place
        hasMissingLaps = hasMissingLaps || other.hasMissingLaps
    }

    /** Sorts all descendants in the order in which they were first entered. */
    internal fun sort() {
        val pending = arrayListOf(this)
        while (pending.isNotEmpty()) {
            val node = pending.removeAt(pending.lastIndex)
            val nodes = node.nodes ?: continue
            if (!isInOrder(nodes)) nodes.sortBy { it.order }
            pending.addAll(nodes)
        }
    }

    /** They are already sorted if a single thread reached them: then nothing is copied. */
    private fun isInOrder(nodes: List<CallGraphNode>): Boolean {
        for (i in 1 until nodes.size) if (nodes[i].order < nodes[i - 1].order) return false
        return true
    }

    override fun toString(): String = "$label (${inclusive.laps} laps)"
}
