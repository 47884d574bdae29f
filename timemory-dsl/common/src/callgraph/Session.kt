package timemory

import kotlin.concurrent.Volatile
import kotlin.concurrent.atomics.AtomicLong
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.fetchAndIncrement

/**
 * Everything measured between one initialisation and its finalization: the call graphs of all threads.
 *
 * Graphs of threads that have ended are merged and dropped whenever the number of known threads has doubled, so that a program
 * that makes many short-lived threads needs memory for the living ones only.
 */
@PublishedApi
@OptIn(ExperimentalAtomicApi::class)
internal class Session(val settings: Settings) {
    val problems = Problems(::printError)
    private val lock = Lock()
    private val graphs = ArrayList<ThreadGraph>()
    private val retired = Collector(settings.collapseThreads)
    private val budget = NodeBudget(settings.maxNodes.toLong())
    private val nextOrder = AtomicLong(1L)
    private var sweepAt = 64
    private val numbers = NumberPool()

    @Volatile
    private var primary: ThreadGraph? = null

    /** Whether it was finalized: what is closed afterwards is not recorded. */
    @Volatile
    var ended: Boolean = false

    private val defaultScope = when {
        settings.flatProfile -> Scope.FLAT
        settings.timelineProfile -> Scope.TIMELINE
        else -> Scope.TREE
    }

    /** Where the primary thread stands. */
    fun primaryPosition(): Node? = primary?.top?.position

    /** Makes the calling thread's graph; the first one made belongs to the primary thread. */
    fun register(): ThreadGraph = lock.hold {
        if (graphs.size >= sweepAt) sweep()
        val graph = ThreadGraph(this, numbers.take(), ThreadHandle())
        graphs.add(graph)
        if (primary == null) primary = graph
        graph
    }

    private fun sweep() {
        val dead = graphs.filter { it !== primary && !it.owner.isAlive() }
        orderLoads()
        if (dead.isNotEmpty()) {
            val before = retired.nodeCount
            for (graph in dead) {
                retired.add(graph)
                numbers.giveBack(graph.number)
            }
            budget.exchange(released = dead.sumOf { it.cost }, kept = retired.nodeCount - before)
            graphs.removeAll(dead.toSet())
        }
        sweepAt = maxOf(64, 2 * graphs.size)
    }

    /** The node of [graph] at which a region with [label] opened at [position] is recorded; `null` where it is not. */
    fun nodeFor(graph: ThreadGraph, position: Node, label: String, set: ComponentSet): Node? {
        val scope = set.requestedScope ?: defaultScope
        val parent = if (scope == Scope.FLAT) graph.root else position
        if (parent.depth >= settings.maxDepth) return tooDeep()
        var node = if (scope == Scope.TIMELINE) null else parent.findChild(label, set)
        if (node == null) {
            val inOverflow = parent.isOverflow
            node = if (inOverflow) overflowBelow(parent.parent!!, set) else newChild(graph, parent, label, scope, set)
        }
        if (node.outer != null) node = spareOf(node)
        if (scope == Scope.FLAT) {
            node.position = position
        } else if (scope == Scope.TREE && node.parent === position) {
            position.recent?.follower = node
            position.recent = node
        }
        return node
    }

    private fun tooDeep(): Node? {
        if (settings.maxDepth == Settings.DEFAULT.maxDepth) {
            problems.report("depth") {
                "regions are nested deeper than TIMEMORY_MAX_DEPTH=${settings.maxDepth}: deeper ones are not recorded"
            }
        }
        return null
    }

    private fun newChild(graph: ThreadGraph, parent: Node, label: String, scope: Scope, set: ComponentSet): Node {
        val cost = budget.costOf(label)
        if (budget.take(cost)) {
            graph.cost += cost
            reportUnavailable(set)
            return Node(graph, label, set, parent, scope, nextOrder.fetchAndIncrement(), null).also(parent::addChild)
        }
        problems.report("nodes") {
            "the call graph holds TIMEMORY_MAX_NODES=${budget.limit} nodes: further labels are recorded together as " +
                "'${Node.OVERFLOW_LABEL}'. Give fewer distinct labels, or raise TIMEMORY_MAX_NODES"
        }
        return overflowBelow(parent, set)
    }

    /** One for each parent and set; regions inside it are recorded at it too, so that it costs no budget. */
    private fun overflowBelow(parent: Node, set: ComponentSet): Node {
        parent.findChild(Node.OVERFLOW_LABEL, set)?.let { return it }
        val order = nextOrder.fetchAndIncrement()
        return Node(parent.graph, Node.OVERFLOW_LABEL, set, parent, Scope.TREE, order, null).also(parent::addChild)
    }

    /** A closed node with component instances of its own whose laps count as those of [node], which is open. */
    private fun spareOf(node: Node): Node {
        var last = node
        while (last.outer != null) last = last.spare ?: return newSpare(last)
        return last
    }

    private fun newSpare(last: Node): Node =
        Node(last.graph, last.label, last.set, last.parent, last.scope, last.order, null).also { last.spare = it }

    private fun reportUnavailable(set: ComponentSet) {
        for ((i, reason) in set.unavailable.withIndex()) {
            if (reason != null) problems.report("unavailable ${set.types[i].id}") {
                "component ${set.types[i].id} cannot measure here and is left out: $reason"
            }
        }
    }

    /** The results so far. The caller has made sure that no other thread opens or closes a region meanwhile. */
    fun collect(): Results = lock.hold {
        val collector = Collector(settings.collapseThreads)
        collector.addAll(retired)
        for (graph in graphs) {
            if (!addWhole(graph, collector)) {
                problems.report("unsteady ${graph.number}") {
                    "thread '${graph.owner.name}' kept measuring while results were made: its last lap may be counted in part"
                }
            }
        }
        for ((kind, sentence) in collector.failures) problems.report(kind) { sentence }
        Results(collector.callGraphs(), processId(), numbers.largest, problems.all())
    }

    /** Adds [graph] to [collector] in a moment when its thread neither opens nor closes a region; `false` if none came. */
    private fun addWhole(graph: ThreadGraph, collector: Collector): Boolean {
        if (graph.owner.isCurrent() || !graph.owner.isAlive()) {
            orderLoads()
            collector.add(graph)
            return true
        }
        val part = Collector(settings.collapseThreads)
        val steady = copyWhole(graph, part)
        collector.addAll(part)
        return steady
    }

    private fun copyWhole(graph: ThreadGraph, part: Collector): Boolean {
        repeat(ATTEMPTS) { attempt ->
            orderLoads()
            val before = graph.version
            val atRest = before and 1 == 0
            if (atRest || attempt == ATTEMPTS - 1) {
                part.clear()
                part.add(graph)
                orderLoads()
                if (atRest && graph.version == before) return true
            }
            pause(microseconds = 100)
        }
        return false
    }

    private companion object {
        const val ATTEMPTS = 5000
    }
}

/** Numbers threads from 0; numbers of threads that have ended are given out again. Guarded by the session's lock. */
internal class NumberPool {
    private val free = ArrayList<Int>()

    /** How many were out at once at the most. */
    var largest: Int = 0
        private set

    fun take(): Int = if (free.isEmpty()) largest++ else free.removeAt(free.lastIndex)

    fun giveBack(number: Int) {
        free.add(number)
    }
}
