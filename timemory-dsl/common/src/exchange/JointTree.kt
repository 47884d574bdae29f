package timemory

/**
 * The call graphs of all components as one tree, for formats that have only one: nodes with equal paths are joined; of several siblings with
 * one label, as laps of a timeline are, the first with the first, and so on. A node is in the graphs of those components that its region had.
 *
 * Nodes are numbered, each before those below it, and in the order of their first graph.
 */
internal class JointTree(private val graphs: List<CallGraph>) {
    private val nodes = ArrayList<Array<CallGraphNode?>>()
    private val parentList = ArrayList<Int>()

    init {
        val pending = ArrayList<Pair<Int, Array<List<CallGraphNode>>>>()
        pending.add(-1 to Array(graphs.size) { graphs[it].roots })
        while (pending.isNotEmpty()) {
            val (parent, below) = pending.removeAt(pending.lastIndex)
            val first = nodes.size
            join(parent, below)
            for (i in nodes.lastIndex downTo first) {
                val joint = nodes[i]
                if (joint.any { it != null && it.children.isNotEmpty() }) {
                    pending.add(i to Array(graphs.size) { joint[it]?.children ?: emptyList() })
                }
            }
        }
    }

    private fun join(parent: Int, below: Array<List<CallGraphNode>>) {
        if (below.count { it.isNotEmpty() } == 1) {
            val graph = below.indexOfFirst { it.isNotEmpty() }
            for (node in below[graph]) add(parent).set(graph, node)
            return
        }
        val known = HashMap<Pair<String, Int>, Int>()
        for (graph in below.indices) {
            val seen = HashMap<String, Int>()
            for (node in below[graph]) {
                val turn = seen.getOrElse(node.label) { 0 }
                seen[node.label] = turn + 1
                val index = known.getOrPut(node.label to turn) {
                    add(parent)
                    nodes.lastIndex
                }
                nodes[index][graph] = node
            }
        }
    }

    private fun add(parent: Int): Array<CallGraphNode?> {
        parentList.add(parent)
        return arrayOfNulls<CallGraphNode>(graphs.size).also(nodes::add)
    }

    val size: Int get() = nodes.size

    /** The node above [node], -1 where it is an outermost one. */
    fun parent(node: Int): Int = parentList[node]

    fun label(node: Int): String = any(node).label

    /** What [series] recorded there, `null` where the region did not have its component. */
    fun of(node: Int, series: Series): CallGraphNode? = nodes[node][graphs.indexOfFirst { it === series.graph }]

    /** The node in one of the graphs that have it. */
    fun any(node: Int): CallGraphNode = nodes[node].first { it != null }!!

    /** How many laps: where the components of a region were not always the same, those of the one that has most. */
    fun laps(node: Int): Long = nodes[node].maxOf { it?.inclusive?.laps ?: 0L }
}
