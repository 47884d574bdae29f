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
 * Builds [Results] from existing numbers, such as those of another process or version, read from a file.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 *
 * @param maxNodes the maximum number of nodes over all graphs, so that a malicious file cannot exhaust memory
 */
public class ResultsBuilder(private val maxNodes: Int = Int.MAX_VALUE) {
    private val graphs = LinkedHashMap<String, GraphBuilder>()
    private val problems = ArrayList<String>()
    private var nodes = 0L

    /** The process ID. */
    public var processId: Long = 0L

    /** How many threads recorded anything. */
    public var threadCount: Int = 1

    /** How many processes contributed to the numbers. */
    public var processCount: Int = 1

    /** GPU activity. */
    internal var devices: DeviceTimeline? = null

    /** See [Results.threadNames]. */
    internal var threadNames: Map<Int, String> = emptyMap()
    internal var metadata: RunMetadataFacts? = null

    /** Additional facts about the results, such as the processes they came from. */
    internal var attachments: Any? = null

    /** Records a problem with the numbers, as a sentence. */
    public fun problem(sentence: String) {
        problems.add(sentence)
    }

    /**
     * Returns the graph of the component that [metric] describes, creating it if needed.
     *
     * @throws IllegalArgumentException if the component exists with values of another shape
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
     * Adds everything in [results]: equal paths are joined. Lap histograms are added up; percentiles of joined nodes are dropped, which is
     * recorded as a [problem].
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

    /** The number of nodes with percentiles. */
    private fun percentileCount(): Int = graphs.values.sumOf { it.percentileCount() }

    /** Returns whether all of [results] can be added below a path of [depth] nodes. */
    internal fun hasRoomFor(results: Results, depth: Int): Boolean =
        nodes + results.graphs.sumOf { (it.nodeCount() + depth).toLong() * maxOf(1, it.type.elementCount) } <= maxNodes

    /** Marks the processes compared so far as tasks. */
    internal fun ofTasks() {
        for (graph in graphs.values) graph.ofTasks()
    }

    /** Returns the results so far. */
    public fun build(): Results =
        Results(
            graphs.values.filter { it.hasNodes }.map { it.build() }, processId, threadCount, problems.toList(), processCount, devices,
            metadata, attachments, threadNames = if (processCount == 1) threadNames else emptyMap(),
        )

    /** Counts by numbers, because one region with many numbers takes as much memory as many regions with one. */
    private fun countNode(numbers: Int) {
        nodes += maxOf(1, numbers)
        require(nodes <= maxNodes) { "there are more than $maxNodes regions, which do not fit into memory: give the program more" }
    }
}

/**
 * Builds the call graph of one component.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 */
public class GraphBuilder internal constructor(internal val type: ReadType, private val countNode: (Int) -> Unit) {
    private val root = CallGraphNode(type, "", null, 0L, 0)
    private var serial = 0L
    private var order = 0L

    /** Whether nodes of different threads are kept separate. */
    public var threadsApart: Boolean = false

    internal val hasNodes: Boolean get() = root.children.isNotEmpty()

    /** Returns the node [label] below [parent] (`null` for an outermost node), creating it if needed. */
    public fun node(parent: CallGraphNode?, label: String): CallGraphNode = child(parent ?: root, label, 0L)

    /** Adds a new node, even if there is one with the same label: for laps of a timeline, or separate threads. */
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
     * @param laps the lap count; -1 if unknown, in which case only the value of each of [numbers] is used
     * @param openLaps how many of the laps were still open
     * @param exactSum the sum if it is known as an integer
     * @param numbers the known statistics, one entry for each number of a value
     */
    public fun record(node: CallGraphNode, laps: Long, openLaps: Long, exactSum: Long?, numbers: List<ReadNumber>) {
        require(numbers.size == type.elementCount) {
            "component ${printable(type.id)} records ${type.elementCount} numbers, not ${numbers.size}"
        }
        node.inclusive.addRead(laps, openLaps, exactSum, numbers)
    }

    /** Adds [laps] to [node] for a component whose values are text. */
    public fun record(node: CallGraphNode, laps: Long, text: String): Unit = node.inclusive.addText(laps, text)

    /** Sets the exclusive sums of [node], in raw units. Without this call they are derived from the nodes below. */
    public fun setExclusive(node: CallGraphNode, exclusive: DoubleArray): Unit = node.setExclusive(exclusive)

    /** Sets an exclusive integer: beyond 2^53, a `Double` does not have all digits. */
    public fun setExclusive(node: CallGraphNode, exclusive: Long): Unit =
        node.restoreExclusive(doubleArrayOf(exclusive.toDouble()), exclusive)

    /** Sets additional facts about [node]. */
    public fun note(node: CallGraphNode, threads: Iterable<Int>, isConcurrent: Boolean, instrumentation: Double) {
        threads.forEach(node::addThread)
        node.isConcurrent = node.isConcurrent || isConcurrent
        node.instrumentation += instrumentation
    }

    /** Records a percentile of the laps of [node], in raw units. */
    public fun notePercentile(node: CallGraphNode, percentile: Double, value: Double): Unit =
        node.inclusive.notePercentile(percentile, value)

    /** Records the lap distribution of [node] as consecutive buckets, in raw units. */
    public fun noteHistogram(node: CallGraphNode, buckets: List<Bucket>): Unit = node.inclusive.noteHistogram(buckets)

    /** Records the ID that the nodes of one region share across components. */
    public fun notePlace(node: CallGraphNode, place: Long) {
        node.place = if (node.place < 0L) place else minOf(node.place, place)
    }

    /** Records when the only lap of [node] started, in nanoseconds after measuring started. */
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

    /** Returns the node at [path], creating it if needed. */
    private fun nodeAt(path: List<String>): CallGraphNode? {
        var node: CallGraphNode? = null
        for (label in path) node = node(node, label)
        return node
    }

    /** Copies all of [graph] below [path], marked as concurrent with it. */
    internal fun graft(path: List<String>, graph: CallGraph) {
        val foot = nodeAt(path)
        val above = ArrayList<CallGraphNode>()
        for (node in graph.nodes()) {
            while (above.size > node.depth) above.removeAt(above.lastIndex)
            val parent = above.lastOrNull() ?: foot ?: root
            val copy = child(parent, node.label, 0L)
            parent.childLike(node, 0L)
            copy.place = -1L // from another process, whose IDs mean nothing here
            copy.start = -1L
            if (node.depth == 0 && foot != null) copy.isConcurrent = true
            above.add(copy)
        }
    }

    /** Adds a lap for each of [values], in raw units, to the node at [path], marked as concurrent with its parent. */
    internal fun noteLaps(path: List<String>, values: LongArray) {
        val node = nodeAt(path) ?: return
        for (value in values) node.inclusive.addLap(value)
        node.isConcurrent = path.size > 1
    }

    /**
     * Marks the node at [path], if there is one, as running within its parent's time, which is subtracted from the parent's exclusive
     * value. It counts as concurrent if it took longer than that.
     */
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
