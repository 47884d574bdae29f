package timemory.internal.callgraph

import timemory.Component
import timemory.ComponentType
import timemory.LateComponent
import timemory.Totals
import timemory.internal.lean.*
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.orderLoads
import timemory.internal.platform.pause

private const val MAX_WAIT_NANOSECONDS = 2_000_000_000L

private const val NEVER = -1
private const val SETTLED = -2
private const val LINEAR_SEARCH_LIMIT = 16

/**
 * The recorded data of a session at one point in time, read while its threads continue.
 *
 * ### How
 * No thread waits. [Session.beginSnapshot] clears the session's `isActive`, so that a thread that is about to open or close a region leaves
 * its fast path and calls [ThreadGraph.keepChain] or [ThreadGraph.keepNode]; and then it gives each thread's graph a [GraphSnapshot]. There
 * the thread preserves, for the snapshot, what it is about to change: its chain of open regions once, and each node once. Then it
 * continues. The reader uses the preserved values if there are any, and otherwise the graph itself, which is then unchanged. (In the other
 * order, a thread on the slow path because of an earlier snapshot would preserve one node, return to its fast path, and change others
 * unnoticed.)
 *
 * Two races remain. A thread may have checked before there was a snapshot, and close one more region without preserving anything: only one,
 * because it checks again before the next. The reader detects this by the graph's version, which each closing increments, and reads that
 * graph again: see [GraphSnapshot.read]. And a thread may change a node while the reader is reading it: so the reader checks afterwards
 * whether the node has been preserved meanwhile, and then uses the preserved values. The required fences: the thread publishes the
 * preserved values before it changes the node, and the reader loads the node's values before it loads whether they were preserved
 * (`orderStores`, `orderLoads`).
 *
 * Suspending regions are not in any thread's chain. Those that were open when the snapshot began count as open with their value so far,
 * unless they were recorded in a node by a thread that had not noticed the snapshot: then they are in that node ([OpenLap.recordedIn]).
 *
 * Several snapshots may be read at once. Reading calls components, which may wait for anything: no lock of ours is held.
 */
internal class Snapshot(
    val session: Session,
    /** Later snapshots of a session have larger ones. */
    val serial: Int,
    val graphs: List<GraphSnapshot>,
    /** The recorded data of retired graphs. */
    val retired: List<Collector>,
    /** The suspending regions that have not been recorded yet. */
    private val unrecorded: OpenSuspendingLaps.Unrecorded,
) {
    /** Names of threads whose last lap may be counted in part, because ending it took longer than the wait allows. */
    val unsteady = ArrayList<String>(0)

    /** Reads it into an empty collector; returns that of the last attempt if threads disturbed earlier ones. */
    fun read(): Collector {
        val own = currentGraph ?: return readAll()
        val wasReading = own.isReading
        own.isReading = true
        try {
            return readAll()
        } finally {
            own.isReading = wasReading
        }
    }

    private fun readAll(): Collector {
        val giveUpAt = monotonicNanoseconds() + MAX_WAIT_NANOSECONDS
        while (true) {
            for (graph in graphs) if (!graph.isSettled) graph.read(giveUpAt)
            // The first one absorbs the others: most programs have one thread with a lot to copy.
            val first = graphs.firstOrNull()
            val all = first?.part ?: session.newCollector()
            for (graph in graphs) if (graph !== first) all.addAll(graph.part)
            retired.forEach(all::addAll)
            for (lap in unrecorded.laps) if (!isInNode(lap)) all.addOpen(lap)
            unrecorded.dropped.forEach(all::addDropped)
            orderLoads()
            // An unnoticed close may have happened since, and recorded one of the suspending regions as well.
            val disturbed = graphs.filter { !it.isSettled }
            if (disturbed.isEmpty()) return all
            if (monotonicNanoseconds() >= giveUpAt) {
                disturbed.mapTo(unsteady) { it.graph.owner.name }
                return all
            }
            first?.forget()
        }
    }

    private fun isInNode(lap: OpenLap) = lap.isRecorded && lap.recordedIn < serial
}

/** One thread's graph in a [Snapshot]. The values preserved by its thread are written only by that thread. */
internal class GraphSnapshot(val graph: ThreadGraph, val serial: Int) {
    private class Chain(val nodes: List<Node>, val version: Int) {
        /** A deep recursion that ends meanwhile looks up each of its nodes. */
        private val open: Collection<Node> = if (nodes.size > LINEAR_SEARCH_LIMIT) nodes.toHashSet() else nodes

        operator fun contains(node: Node): Boolean = node in open
    }

    @kotlin.concurrent.Volatile
    private var chain: Chain? = null

    @kotlin.concurrent.Volatile
    private var kept: KeptNode? = null

    /** The results read from it. */
    var part: Collector = graph.session.newCollector()
        private set

    /** The state of the graph when it was read: its version, or that nothing could change unnoticed any more. */
    private var readAt = NEVER

    /** The open regions that it was read with. */
    private var open: List<Node> = emptyList()

    /** The region of the native fast path, which C code measures. */
    private var cached: KeptNode? = null
    private val found = HashMap<Node, KeptNode>()
    private var foundUpTo: KeptNode? = null

    /** Values that were read have changed: they must be read again. */
    fun forget() {
        readAt = NEVER
    }

    /** The graph's thread is about to open or close one of its regions. */
    fun keepChain() {
        if (chain == null) chain = Chain(graph.openNodes(), graph.changes)
    }

    /** The graph's thread is about to change [node]. */
    fun keepNode(node: Node) {
        keepChain()
        if (node.keptFor < serial) kept = KeptNode(node, node in chain!!, kept)
    }

    /** Whether it was read, and everything that happened since was preserved. */
    val isSettled: Boolean
        get() {
            val chain = chain
            return readAt == SETTLED || readAt != NEVER && readAt == (chain?.version ?: graph.changes)
        }

    /** Reads the graph when its thread is not closing a region, or, after [giveUpAt], as it is. */
    fun read(giveUpAt: Long) {
        while (true) {
            val before = chain
            val version = graph.changes
            orderLoads()
            val isBusy = before == null && version and 1 != 0
            // Waiting would be pointless for its own thread, for one that also reads results in the `stop` of a component, or for one that
            // has ended.
            val isInVain = isBusy && (graph.owner.isCurrent() || graph.isReading || !graph.owner.isAlive())
            val isLast = isInVain || monotonicNanoseconds() >= giveUpAt
            if (isBusy && !isLast) {
                pause(microseconds = 50)
                continue
            }
            val cached = if (before == null) graph.cachedRegion?.read() else null
            this.cached = cached
            open = before?.nodes ?: graph.openNodes()
            if (cached?.openLap != null) open = listOf(cached.node) + open
            orderLoads()
            chain?.let { open = it.nodes }
            // It is unknown whether the lap being closed was recorded already, and it must not count twice: a crash may have happened right
            // there.
            if (chain == null && version and 1 != 0) open = open.drop(1)
            readAt = if (before != null) SETTLED else version
            part = graph.session.newCollector().also { it.add(this) }
            orderLoads()
            if (isSettled || isLast) return
        }
    }

    /** The regions that were open, innermost first. */
    fun openNodes(): List<Node> = open

    /** Returns the values of [node] preserved by its thread; `null` if it did not change. Call it after reading the node. */
    fun keptOf(node: Node): KeptNode? {
        orderLoads()
        if (node.keptFor < serial) return cached?.takeIf { it.node === node }
        val newest = kept
        var step = newest
        while (step !== foundUpTo) {
            val one = step ?: break
            found[one.node] = one
            step = one.earlier
        }
        foundUpTo = newest
        return found[node]
    }
}

/** The recorded values of a node, and the values so far of its open lap, just before its thread changed it. */
internal class KeptNode(
    val node: Node,
    components: Array<Component?>,
    /** The value so far of the open lap, for each component; `null` if there was none. */
    val openLap: Array<Long?>?,
    val earlier: KeptNode?,
) {
    constructor(node: Node, isOpen: Boolean, earlier: KeptNode?) :
        this(node, node.components, if (isOpen) Array(node.components.size) { i -> valueOf(node, i) } else null, earlier)

    val values: Array<NodeValue> = Array(components.size) { i -> NodeValue(node.set.types[i]).read(node, i, components[i]) }
    val laps: Long = components.maxOfOrNull { it?.laps ?: 0L } ?: 0L
}

/**
 * A box, created before a thread stores values in boxes: on the JVM, their class would stay unusable for the whole program if it was
 * initialised while a stack is nearly full.
 */
private val firstBox: Any = 0L

/** Initialises what threads need to preserve values. */
internal fun prepareToKeep(): Any = firstBox

/** Unknown values are missing in the results, and marked there. */
private fun valueOf(node: Node, index: Int): Long? = runCatching { node.openValue(index, mayReadThread = false) }.getOrNull()

/** The recorded value of a component of type [type] at a node, read once; with the reason in place of values that could not be read. */
internal class NodeValue(val type: ComponentType<*>) {
    val totals = Totals(type)
    var secondary: Map<String, Totals> = emptyMap()
        private set

    /** Copies of [Node.inside] and [Node.elsewhere], or `null`. */
    var inside: Totals? = null
        private set
    var elsewhere: Totals? = null
        private set

    /** The exception thrown by the component. */
    var failure: Throwable? = null
        private set

    /** Reads [component], which is number [index] of [node], replacing the previous contents. */
    fun read(node: Node, index: Int, component: Component?): NodeValue {
        totals.clear()
        secondary = emptyMap()
        inside = null
        elsewhere = null
        failure = null
        try {
            // A component that waits for another processor handles this itself, and the measuring thread does not wait for it.
            if (component != null && component !is LateComponent) {
                component.addTo(totals)
                val parts = component.secondary
                if (parts.isNotEmpty()) secondary = parts.mapValues { (_, part) -> Totals(type).also(part::addTo) }
            }
            node.distributions?.get(index)?.let { totals.addDistribution(it.copy()) }
            inside = node.inside?.get(index)?.let { Totals(type).also(it::addTo) }
            elsewhere = node.elsewhere?.get(index)?.let { Totals(type).also(it::addTo) }
        } catch (exception: Throwable) {
            failure = exception
        }
        return this
    }
}
