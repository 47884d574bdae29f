package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField
import timemory.Binding
import timemory.Component
import timemory.OpenRegion
import timemory.Scope
import timemory.internal.lean.*
import timemory.internal.text.shorten
import timemory.statistics.Distribution

/**
 * A node of one thread's call graph, and at the same time the region that is open there.
 *
 * A node holds the component instances of its region, so that opening it allocates nothing. Only its thread writes to it. Other threads
 * read it when results are made: children are linked with volatile writes so that they see fully initialised nodes.
 *
 * A node whose region is already open (flat scope, the overflow node, a region [detached] with a coroutine) cannot take a second lap; a
 * [spare] with its own component instances, linked to it, does. Its laps count as those of the node, unless it [isNested].
 */
@PublishedApi
internal class Node(
    @JvmField val graph: ThreadGraph,
    @JvmField val label: String,
    @JvmField val set: ComponentSet,
    @JvmField val parent: Node?,
    /** Its position in the call graph of all threads. */
    @JvmField val path: CallPath,
) : NodeState(), OpenRegion {
    @JvmField
    val components: Array<Component?> = set.createComponents(label, graph.isLeased)

    /** The distribution of each component's laps, if percentiles are requested. */
    @JvmField
    val distributions: Array<Distribution?>? = graph.session.newDistributions(components, set)

    /**
     * The parent of regions opened inside this one: this node, or the parent of the enclosing region if this one is flat. `null` at the
     * root of a thread other than the primary one, whose outermost regions are children of the primary thread's current region.
     */
    @JvmField
    var position: Node? = this

    init {
        isPlain = isUsuallyPlain()
    }

    /** The values of laps that ran directly inside laps here and are not below this node: see FlatRegions.kt. Most nodes have none. */
    @JvmField
    var inside: Array<Component?>? = null

    /** The values of laps here that ran directly inside a flat region, and so not inside this node's parent. */
    @JvmField
    var elsewhere: Array<Component?>? = null

    /**
     * The enclosing region while this one is open. Kept when it is closed: in a loop it is the same the next time, and storing a reference
     * again would cost more than comparing it, because garbage collectors track such stores.
     */
    @JvmField
    var outer: Node? = null

    /** Passes it to a holder that closes it. */
    fun held(): Node {
        hold()
        return this
    }

    /**
     * Called by its holder to close it now, using [stop]. If it is not the innermost, closing still needs to know that it was held, and
     * clears that itself. Another thread changes nothing; closing reports that.
     */
    internal inline fun closeHeld(stop: (Node) -> Unit) {
        val isHere = graph.owner.isCurrent()
        if (isHere) startClosing(isInnermost = graph.top === this)
        graph.whilePinned {
            stop(this) // at one place only: natively, what is called from several is not inlined
            if (isHere) endClosing()
        }
    }

    /** The label it was pushed with and is popped by: not its own label if that is the one for all labels over the limit. */
    @JvmField
    var pushedAs: String = label

    /** For an anchor: ancestors deeper than this belong to the same sequence of work as its children. */
    @JvmField
    var insideFrom: Int = 0

    /** Set once the region was left without being closed: by a suspension, or by closing it on another thread. */
    @JvmField
    @Volatile
    var detached: DetachedRegion? = null

    /** The last [Snapshot] for which its thread preserved its values before changing them. */
    @JvmField
    var keptFor: Int = 0

    /** The number of laps skipped by a [Throttle]. */
    @JvmField
    var skipped: Long = 0L

    /** Bit `i` is set while component `i` could not be started and must not be stopped. */
    @JvmField
    var failed: Long = 0L

    /** The child entered last, which in a loop is also the next one. */
    @JvmField
    var recent: Node? = null

    /** The sibling entered after this one the last time, which in a loop is also the next one. */
    @JvmField
    var follower: Node? = null

    /** Most nodes have none. */
    @JvmField
    @Volatile
    var children: Children? = null

    @JvmField
    @Volatile
    var nextSibling: Node? = null

    @JvmField
    @Volatile
    var spare: Node? = null

    /** For a suspending region: the first of the laps that were recorded here and wait to be reused; see [SuspendingLap]. */
    internal var pooledLap: SuspendingLap? = null

    internal fun takePooledLap(): SuspendingLap? = pooledLap?.also { it.leave(this) }

    /** The spare used last; in a recursion, its successor is used next. */
    @JvmField
    var recentSpare: Node? = null

    /** Whether it is the marker of a [ContextFrame] instead of a region. */
    val isFrame: Boolean get() = set === NO_COMPONENTS

    /** The value of [isPlain] in a lap without failures. */
    fun isUsuallyPlain(): Boolean =
        distributions == null && path.throttle?.isOn != true && !notesInside && components.all { it != null }

    /** Whether its laps must be reported to the enclosing region, because the tree does not show that they are inside. */
    val notesInside: Boolean get() = isInFlat || path.scope === Scope.FLAT

    fun take(): Node {
        takeForLap()
        return this
    }

    /**
     * Returns the value so far of the open lap of component [index]; `null` if it cannot be read: a thread-bound value only if the caller
     * [mayReadThread], that is, runs on that thread.
     */
    fun openValue(index: Int, mayReadThread: Boolean): Long? {
        val isReadable = (mayReadThread || set.types[index].binding !== Binding.THREAD) && failed and (1L shl index) == 0L
        return if (isReadable) components[index]?.openLap() else null
    }

    val hasChildren: Boolean get() = children != null

    fun findChild(label: String, set: ComponentSet): Node? = children?.find(label, set)

    fun isFor(label: String, set: ComponentSet): Boolean = this.set === set && this.label == label && path.scope !== Scope.TIMELINE

    fun addChild(child: Node) {
        val known = children
        if (known == null) children = Children(child) else known.add(child)
    }

    inline fun forEachChild(action: (Node) -> Unit) {
        var child = children?.first
        while (child != null) {
            action(child)
            child = child.nextSibling
        }
    }

    /** Ends the region opened by [timemory.bundle.Bundle.open]. */
    override fun close() = closeHeld(::closeOpenRegion)

    override fun component(index: Int): Component? = components.getOrNull(index)

    override fun closeWithInner() = closeOpenRegions(this)

    override fun toString(): String = "'${shorten(label)}'"
}

/** The children of one node, linked from [first] on by [Node.nextSibling]. */
@PublishedApi
internal class Children(val first: Node) {
    private var last = first
    private var count = 1

    /** Lookup table for nodes with many children. */
    private var table: OpenTable<Node>? = null

    fun find(label: String, set: ComponentSet): Node? {
        val table = table
        if (table != null) return table.find(label.hashCode()) { it.isFor(label, set) }
        var child: Node? = first
        while (child != null) {
            if (child.isFor(label, set)) return child
            child = child.nextSibling
        }
        return null
    }

    fun add(child: Node) {
        last.nextSibling = child
        last = child
        count++
        val table = table
        if (table != null) table.addIfLookedFor(child) else if (count > MAX_SCANNED_SIBLINGS) this.table = tableOfAll()
    }

    private fun tableOfAll(): OpenTable<Node> {
        val made = OpenTable<Node>()
        var child: Node? = first
        while (child != null) {
            made.addIfLookedFor(child)
            child = child.nextSibling
        }
        return made
    }

    /** Timeline laps are never looked up. */
    private fun OpenTable<Node>.addIfLookedFor(child: Node) {
        if (child.path.scope !== Scope.TIMELINE) add(child, child.label.hashCode())
    }
}
