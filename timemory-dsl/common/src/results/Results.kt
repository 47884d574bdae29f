package timemory.results

import timemory.ComponentType
import timemory.RenamedType
import timemory.internal.lean.*

/**
 * The measurements of a program: one merged call graph for each component.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property graphs one for each component that recorded anything, in order of first use
 * @property processId the process id
 * @property threadCount the number of threads that recorded anything
 * @property problems problems while measuring, each once, as sentences
 * @property processCount the number of processes it covers
 */
public class Results internal constructor(
    public val graphs: List<CallGraph>,
    public val processId: Long,
    public val threadCount: Int,
    public val problems: List<String>,
    public val processCount: Int = 1,
    internal val devices: DeviceTimeline? = null,
    /** Describes the run that these results were read from; `null` for those of this process. */
    internal val metadata: RunMetadataFacts? = null,
    /** Additional data attached to these results by modules that depend on this one. */
    internal val attachments: Any? = null,
    /**
     * When they were made, in microseconds from an arbitrary origin, which distinguishes results of the same process; 0 for those that were
     * read.
     */
    internal val madeAt: Long = 0L,
    /** The names of threads, by their numbers; of one process only. */
    internal val threadNames: Map<Int, String> = emptyMap(),
) {
    /** Returns the call graph of component [id]; `null` if it recorded nothing. */
    public operator fun get(id: String): CallGraph? = graphs.firstOrNull { it.type.id == id }

    /** Returns these results with only the components [ids], in that order. */
    public fun only(
        ids: List<String>,
    ): Results =
        Results(ids.mapNotNull(::get), processId, threadCount, problems, processCount, devices, metadata, attachments, madeAt, threadNames)

    /** What to call the thread with this [number]. */
    internal fun threadName(number: Int): String = threadNames[number] ?: if (number == 0) "primary" else "thread $number"

    /** Returns the call graph of component [type]; `null` if it recorded nothing. */
    public operator fun get(type: ComponentType<*>): CallGraph? = graphs.firstOrNull {
        it.type === type || (it.type as? RenamedType)?.original === type
    }

    /** For extension functions of other modules that create results: `Results.read` of timemory-export. */
    public companion object
}

/**
 * The merged call graph of one component.
 *
 * @property type the component
 * @property threadsApart whether nodes of different threads were kept separate (`TIMEMORY_COLLAPSE_THREADS=false`)
 */
public class CallGraph internal constructor(
    public val type: ComponentType<*>,
    public val threadsApart: Boolean,
    internal val root: CallGraphNode,
    /** Whether regions were left out inside those shown. */
    internal val isPart: Boolean = false,
) {
    /** The outermost regions. */
    public val roots: List<CallGraphNode> get() = root.children

    /** All nodes, parents before their children. */
    public fun nodes(): Sequence<CallGraphNode> = Sequence { NodesInOrder(root) }

    /** Returns the number of nodes, at most [atMost]. */
    internal fun nodeCount(atMost: Int = Int.MAX_VALUE): Int {
        var count = 0
        val nodes = NodesInOrder(root)
        while (count < atMost && nodes.hasNext()) {
            nodes.next()
            count++
        }
        return count
    }

    /** The percentiles shown for any node, in addition to those requested by a setting: 50.0 is the median. */
    public val percentiles: Set<Double> get() = LinkedHashSet<Double>().also { all ->
        for (node in nodes()) all.addAll(node.inclusive.listedPercentiles)
    }

    /** Returns the node at a path of labels from a root down, or `null` if there is none. */
    public fun find(vararg path: String): CallGraphNode? {
        var node = root
        for (label in path) node = node.children.firstOrNull { it.label == label } ?: return null
        return if (node === root) null else node
    }
}

/**
 * All descendants of [root], each before its own descendants. A hand-written iterator: one built with a coroutine loads twenty Kotlin
 * classes. It stores its position in each list of siblings that has more to come, and copies none of them: results are traversed twenty
 * times.
 */
internal class NodesInOrder(root: CallGraphNode) : Iterator<CallGraphNode> {
    private var lists = arrayOfNulls<ArrayList<CallGraphNode>>(16)
    private var places = IntArray(16)
    private var depth = 0

    init {
        enter(root.inner)
    }

    override fun hasNext(): Boolean = depth > 0

    override fun next(): CallGraphNode {
        if (depth == 0) throw NoSuchElementException("there are no further nodes")
        val list = lists[depth - 1]!!
        val place = places[depth - 1]
        if (place + 1 < list.size) places[depth - 1] = place + 1 else depth--
        val node = list[place]
        enter(node.inner)
        return node
    }

    private fun enter(nodes: ArrayList<CallGraphNode>?) {
        if (nodes.isNullOrEmpty()) return
        if (depth == lists.size) {
            lists = lists.copyOf(2 * depth)
            places = places.copyOf(2 * depth)
        }
        lists[depth] = nodes
        places[depth] = 0
        depth++
    }
}
