package timemory.export.data

import timemory.export.data.internal.LOST_PERCENTILES
import timemory.export.ranks.RankStatistics
import timemory.internal.text.printable
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.DeviceTimeline
import timemory.results.Metric
import timemory.results.ReadType
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.statistics.Bucket
import timemory.statistics.ReadNumber

private const val MAX_COMPONENTS = 10_000
private const val MAX_NUMBERS = 1_000

/**
 * Makes [Results] of numbers that were measured before: by another process, or by another version, and read from a file.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 *
 * @param maxNodes how many nodes there may be, all graphs together, so that a hostile file cannot fill the memory
 */
public class ResultsBuilder(private val maxNodes: Int = Int.MAX_VALUE) {
    private val graphs = LinkedHashMap<String, GraphBuilder>()
    private val problems = ArrayList<String>()
    private var nodes = 0L

    /** The number of the process. */
    public var processId: Long = 0L

    /** How many threads recorded anything. */
    public var threadCount: Int = 1

    /** How many processes the numbers are of. */
    public var processCount: Int = 1

    /** What GPUs did, and what the run was, where it is one. */
    internal var devices: DeviceTimeline? = null
    internal var metadata: RunMetadataFacts? = null

    /** What else is known of the results: of which processes they are. */
    internal var attachments: Any? = null

    /** Something that is wrong with the numbers, as a sentence. */
    public fun problem(sentence: String) {
        problems.add(sentence)
    }

    /**
     * The graph of the component that [metric] describes, made where there is none.
     *
     * @throws IllegalArgumentException if there is one of that id whose values hold other numbers
     */
    public fun graph(metric: Metric): GraphBuilder {
        val known = graphs[metric.id]
        if (known == null) {
            require(graphs.size < MAX_COMPONENTS) { "there are more than $MAX_COMPONENTS components" }
            require(metric.numbers.size <= MAX_NUMBERS) {
                "component ${printable(metric.id)} records ${metric.numbers.size} numbers, more than $MAX_NUMBERS"
            }
            return GraphBuilder(metric.type(), ::countNode).also { graphs[metric.id] = it }
        }
        require(known.type.elements == metric.type().elements) {
            "component ${printable(metric.id)} records ${known.type.elements.size} numbers here and ${metric.type().elements.size} there"
        }
        return known
    }

    /**
     * Adds everything in [results]: equal paths are joined. Histograms of laps are added up; percentiles of what is joined are left out, of
     * which [problem] is informed.
     */
    public fun addAll(results: Results) {
        val known = percentileCount()
        val added = results.graphs.sumOf { it.nodes().count { node -> node.inclusive.knownPercentiles.isNotEmpty() } }
        for (graph in results.graphs) graph(Metric.of(graph.type)).addAll(graph)
        results.problems.forEach { if (it !in problems) problems.add(it) }
        threadCount += results.threadCount
        processCount += results.processCount
        if (percentileCount() < known + added && LOST_PERCENTILES !in problems) problem(LOST_PERCENTILES)
    }

    /** How many nodes have percentiles. */
    private fun percentileCount(): Int = graphs.values.sumOf { it.percentileCount() }

    /** Whether all of [results] can be added below a path of [depth] nodes. */
    internal fun hasRoomFor(results: Results, depth: Int): Boolean =
        nodes + results.graphs.sumOf { (it.nodeCount() + depth).toLong() * maxOf(1, it.type.elementCount) } <= maxNodes

    /** What was compared so far were tasks. */
    internal fun ofTasks() {
        for (graph in graphs.values) graph.ofTasks()
    }

    /** The results so far. */
    public fun build(): Results =
        Results(
            graphs.values.filter { it.hasNodes }.map { it.build() }, processId, threadCount, problems.toList(), processCount, devices,
            metadata, attachments,
        )

    /** A region with many numbers takes as much memory as many with one. */
    private fun countNode(numbers: Int) {
        nodes += maxOf(1, numbers)
        require(nodes <= maxNodes) { "there are more than $maxNodes regions, for which there is no memory: give the program more of it" }
    }
}

/**
 * Makes the call graph of one component.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 */
public class GraphBuilder internal constructor(internal val type: ReadType, private val countNode: (Int) -> Unit) {
    private val root = CallGraphNode(type, "", null, 0L, 0)
    private var serial = 0L
    private var order = 0L

    /** Whether nodes of different threads are kept apart. */
    public var threadsApart: Boolean = false

    internal val hasNodes: Boolean get() = root.children.isNotEmpty()

    /** The node [label] below [parent], an outermost one for `null`; made where there is none. */
    public fun node(parent: CallGraphNode?, label: String): CallGraphNode = child(parent ?: root, label, 0L)

    /** As [node], beside one of the same label if there is one: laps of a timeline, or of threads kept apart. */
    public fun newNode(parent: CallGraphNode?, label: String): CallGraphNode = child(parent ?: root, label, ++serial)

    private fun child(parent: CallGraphNode, label: String, serial: Long): CallGraphNode {
        val before = parent.children.size
        val child = parent.child(label, serial, 0)
        if (parent.children.size > before) {
            countNode(type.elementCount)
            child.order = order++
        }
        return child
    }

    /**
     * Adds laps to [node]. Numbers are in raw units.
     *
     * @param laps how many; -1 where that is not known, and then of [numbers] only their value counts
     * @param openLaps how many of them were still open
     * @param exactSum the sum where it is known as an integer
     * @param numbers what is known of each number that a value holds
     */
    public fun record(node: CallGraphNode, laps: Long, openLaps: Long, exactSum: Long?, numbers: List<ReadNumber>) {
        require(numbers.size == type.elementCount) {
            "component ${printable(type.id)} records ${type.elementCount} numbers, not ${numbers.size}"
        }
        node.inclusive.addRead(laps, openLaps, exactSum, numbers)
    }

    /** Adds [laps] to [node], of a component whose values are text. */
    public fun record(node: CallGraphNode, laps: Long, text: String): Unit = node.inclusive.addText(laps, text)

    /** Says what the sums of [node] itself are, without the regions inside it, in raw units; otherwise they follow from those below it. */
    public fun setExclusive(node: CallGraphNode, exclusive: DoubleArray): Unit = node.setExclusive(exclusive)

    /** As above, for integers: beyond 2^53, a `Double` does not have all digits. */
    public fun setExclusive(node: CallGraphNode, exclusive: Long): Unit =
        node.restoreExclusive(doubleArrayOf(exclusive.toDouble()), exclusive)

    /** Notes what else is known of [node]. */
    public fun note(node: CallGraphNode, threads: Iterable<Int>, isConcurrent: Boolean, instrumentation: Double) {
        threads.forEach(node::addThread)
        node.isConcurrent = node.isConcurrent || isConcurrent
        node.instrumentation += instrumentation
    }

    /** Notes a percentile of the laps of [node], in raw units. */
    public fun notePercentile(node: CallGraphNode, percentile: Double, value: Double): Unit =
        node.inclusive.notePercentile(percentile, value)

    /** Notes how the laps of [node] are distributed: buckets that follow each other, in raw units. */
    public fun noteHistogram(node: CallGraphNode, buckets: List<Bucket>): Unit = node.inclusive.noteHistogram(buckets)

    /** Notes the number that nodes of several components have in common where they stand for one region. */
    public fun notePlace(node: CallGraphNode, place: Long) {
        node.place = if (node.place < 0L) place else minOf(node.place, place)
    }

    /** Notes when the only lap of [node] started, in nanoseconds after measuring did. */
    public fun noteStart(node: CallGraphNode, start: Long) {
        node.start = start
    }

    internal fun addAll(graph: CallGraph) {
        require(graph.type is ReadType) { "component ${graph.type.id} was measured by this process, not read from a file" }
        threadsApart = threadsApart || graph.threadsApart
        root.addAll(graph.root)
        repeat(graph.nodes().count()) { countNode(type.elementCount) }
    }

    internal fun percentileCount(): Int =
        CallGraph(type, threadsApart, root).nodes().count { it.inclusive.knownPercentiles.isNotEmpty() }

    internal fun ofTasks() {
        for (node in CallGraph(type, threadsApart, root).nodes()) node.facts = (node.facts as? RankStatistics)?.ofTasks()
    }

    /** The node at [path], made where there is none. */
    private fun nodeAt(path: List<String>): CallGraphNode? {
        var node: CallGraphNode? = null
        for (label in path) node = node(node, label)
        return node
    }

    /** Copies all of [graph] to below [path], beside which it ran. */
    internal fun graft(path: List<String>, graph: CallGraph) {
        val foot = nodeAt(path)
        val above = ArrayList<CallGraphNode>()
        for (node in graph.nodes()) {
            while (above.size > node.depth) above.removeAt(above.lastIndex)
            val parent = above.lastOrNull() ?: foot ?: root
            val copy = child(parent, node.label, 0L)
            parent.childLike(node, 0L)
            copy.place = -1L // of another process, whose places say nothing here
            copy.start = -1L
            if (node.depth == 0 && foot != null) copy.isConcurrent = true
            above.add(copy)
        }
    }

    /** Adds a lap for each of [values], in raw units, to the node at [path], beside what is around it. */
    internal fun noteLaps(path: List<String>, values: LongArray) {
        val node = nodeAt(path) ?: return
        for (value in values) node.inclusive.addLap(value)
        node.isConcurrent = path.size > 1
    }

    /** The node at [path], where there is one, ran in the time of the one above, if that is enough. */
    internal fun putInside(path: List<String>) {
        var above: CallGraphNode? = null
        var node = root
        for (label in path) {
            above = node
            node = node.children.firstOrNull { it.label == label } ?: return
        }
        val around = above?.takeIf { it !== root && it.inclusive.laps > 0L } ?: return
        val own = around.exclusiveExact() ?: return
        val inside = node.inclusive.exactSum ?: return
        node.isConcurrent = inside > own
        val left = maxOf(0L, own - inside)
        around.restoreExclusive(doubleArrayOf(left.toDouble()), left)
    }

    internal fun build(): CallGraph {
        val graph = CallGraph(type, threadsApart, root)
        for (node in graph.nodes()) node.nestChildrenUnlessKnown()
        root.sort()
        return graph
    }
}
