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
 * A node holds the component instances of its region, so that opening it allocates nothing. Only its thread writes to it. Other
 * threads read it when results are made: children are linked with volatile writes so that they find whole nodes.
 *
 * A node whose region is already open (flat scope, the overflow node, a region [detached] with a coroutine) cannot take a second lap;
 * a [spare] with instances of its own, linked behind it, does. Its laps count as those of the node, unless it [isNested].
 */
@PublishedApi
internal class Node(
    @JvmField val graph: ThreadGraph,
    @JvmField val label: String,
    @JvmField val set: ComponentSet,
    @JvmField val parent: Node?,
    /** Its place in the call graph of all threads. */
    @JvmField val path: CallPath,
) : NodeState(), OpenRegion {
    @JvmField
    val components: Array<Component?> = set.createComponents(label, graph.isLeased)

    /** How the laps of each component are distributed, where percentiles are asked for. */
    @JvmField
    val distributions: Array<Distribution?>? = graph.session.newDistributions(components, set)

    /**
     * Where regions inside this one hang: here, or below the region around it where this one is flat. `null` at the root of a thread
     * other than the primary one, whose outermost regions hang wherever that one stands.
     */
    @JvmField
    var position: Node? = this

    init {
        isPlain = isUsuallyPlain()
    }

    /** What laps took that ran directly inside laps here and are not below this node: see FlatRegions.kt. Most nodes have none. */
    @JvmField
    var inside: Array<Component?>? = null

    /** The values of laps here that ran directly inside a flat region, and so not inside this node's parent. */
    @JvmField
    var elsewhere: Array<Component?>? = null

    /**
     * The region around this one while this one is open. Kept when it is closed: in a loop it is the same the next time, and storing a
     * reference again would cost more than looking at it, because collectors watch such stores.
     */
    @JvmField
    var outer: Node? = null

    /** Passes it to a holder that closes it. */
    fun held(): Node {
        hold()
        return this
    }

    /**
     * Its holder closes it now, by [stop]. Where it is not the innermost, closing it still has to know that it was held, and does
     * this itself. Another thread changes nothing of it: closing reports that.
     */
    internal inline fun closeHeld(stop: (Node) -> Unit) {
        val isHere = graph.owner.isCurrent()
        if (isHere) startClosing(isInnermost = graph.top === this)
        graph.whilePinned {
            stop(this) // at one place only: natively, what is called from several is not inlined
            if (isHere) endClosing()
        }
    }

    /** What it was pushed with, and is popped by: not its own label where that stands for all labels over the limit. */
    @JvmField
    var pushedAs: String = label

    /** For an anchor: places above it that are deeper than this belong to the same sequence of work as its children. */
    @JvmField
    var insideFrom: Int = 0

    /** Set once the region was left without being closed: by a suspension, or by closing it on another thread. */
    @JvmField
    @Volatile
    var detached: DetachedRegion? = null

    /** The last [Snapshot] that its thread kept its values for before changing them. */
    @JvmField
    var keptFor: Int = 0

    /** How many laps a [Throttle] had not measured. */
    @JvmField
    var skipped: Long = 0L

    /** Bit `i` is set while component `i` could not be started and must not be stopped. */
    @JvmField
    var failed: Long = 0L

    /** The child entered last, which in a loop is the next one too. */
    @JvmField
    var recent: Node? = null

    /** The sibling that was entered after this one the last time, which in a loop is the next one too. */
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

    /** Of a suspending region: the first of those that measured laps here and wait for the next ones; see [SuspendingLap]. */
    internal var pooledLap: SuspendingLap? = null

    internal fun takePooledLap(): SuspendingLap? = pooledLap?.also { it.leave(this) }

    /** The spare that was taken last, which in a recursion the next one follows. */
    @JvmField
    var recentSpare: Node? = null

    /** Whether it is the marker of a [ContextFrame] instead of a region. */
    val isFrame: Boolean get() = set === NO_COMPONENTS

    /** What [isPlain] is in a lap in which nothing fails. */
    fun isUsuallyPlain(): Boolean =
        distributions == null && path.throttle?.isOn != true && !notesInside && components.all { it != null }

    /** Whether the region around learns of its laps, which the tree does not tell it. */
    val notesInside: Boolean get() = isInFlat || path.scope === Scope.FLAT

    fun take(): Node {
        takeForLap()
        return this
    }

    /**
     * The value so far of the open lap of component [index]; `null` where it cannot be read: what belongs to a thread only if the caller
     * [mayReadThread], being that thread.
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

    /** Ends the region, as [timemory.bundle.Bundle.open] began it. */
    override fun close() = closeHeld(::closeOpenRegion)

    override fun component(index: Int): Component? = components.getOrNull(index)

    override fun closeWithInner() = closeOpenRegions(this)

    override fun toString(): String = "'${shorten(label)}'"
}

/** The nodes below one node, from [first] on linked by [Node.nextSibling]. */
@PublishedApi
internal class Children(val first: Node) {
    private var last = first
    private var count = 1

    /** Finds one where there are many of them. */
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

    /** Timeline laps are never looked for. */
    private fun OpenTable<Node>.addIfLookedFor(child: Node) {
        if (child.path.scope !== Scope.TIMELINE) add(child, child.label.hashCode())
    }
}
