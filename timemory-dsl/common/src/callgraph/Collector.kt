package timemory

/**
 * Merges the call graphs of threads into one call graph for each component.
 *
 * A region counts for those components it has. In the graph of a component, a region without that component leaves no trace: what
 * is inside it hangs below the next region around it that has the component.
 *
 * The tree of a worker hangs below the place of the primary thread that its anchor remembers. That place is found again by its
 * path of labels, so that graphs can be added in any order, and long before the primary thread's own.
 *
 * Exclusive values: on one thread a region runs inside its parent's time, so its value is subtracted from the parent's. The
 * regions at the top of a worker's tree run beside the place they hang below, and are not.
 *
 * No recursion: regions may be nested ten thousand deep.
 */
internal class Collector(private val collapseThreads: Boolean) {
    private val slots = HashMap<ComponentType<*>, Int>()
    private val types = ArrayList<ComponentType<*>>()
    private val roots = ArrayList<CallGraphNode>()

    /** What components threw while they were asked for their totals: a sentence for each kind. */
    val failures = LinkedHashMap<String, String>()

    /** How many nodes the graphs of all components hold together. */
    val nodeCount: Int get() = roots.sumOf { it.nodeCount() }

    fun clear() {
        slots.clear()
        types.clear()
        roots.clear()
        failures.clear()
    }

    fun callGraphs(): List<CallGraph> = types.indices.filter { roots[it].children.isNotEmpty() }.map { i ->
        roots[i].sort()
        CallGraph(types[i], !collapseThreads, roots[i])
    }

    fun addAll(other: Collector) {
        for (i in other.types.indices) roots[slotOf(other.types[i])].addAll(other.roots[i])
        failures.putAll(other.failures)
    }

    /** Adds everything [graph] recorded, with the values so far of the regions open in it. */
    fun add(graph: ThreadGraph) {
        val openLaps = openLapsOf(graph)
        for (top in graph.tops()) {
            val pending = ArrayList<Place>()
            pending.add(placeOf(top))
            while (pending.isNotEmpty()) {
                val place = pending.removeAt(pending.lastIndex)
                place.node.forEachChild { child ->
                    val below = record(child, place, openLaps)
                    if (child.firstChild != null) pending.add(below)
                }
            }
        }
    }

    /** A node of a thread's graph, with the nodes that regions below it hang below, by component. */
    private class Place(val node: Node, val above: Array<CallGraphNode?>, val sameThread: BooleanArray)

    private fun placeOf(top: Node): Place {
        val above = arrayOfNulls<CallGraphNode>(types.size)
        val bookmark = top.bookmark ?: return Place(top, above, BooleanArray(types.size))
        val path = ArrayList<Node>()
        var node: Node? = bookmark
        while (node != null && node.parent != null) {
            path.add(node)
            node = node.parent
        }
        var result = above
        for (step in path.asReversed()) {
            result = result.grown(step)
            for (type in step.set.types) {
                val index = slotOf(type)
                result[index] = (result[index] ?: roots[index]).child(step)
            }
        }
        return Place(top, result, BooleanArray(result.size))
    }

    private fun record(node: Node, place: Place, openLaps: Map<Node, Array<Long?>>): Place {
        val above = place.above.grown(node)
        val sameThread = place.sameThread.copyOf(above.size)
        for ((i, type) in node.set.types.withIndex()) {
            if (node.components[i] == null) continue
            val index = slotOf(type)
            val parent = above[index] ?: roots[index]
            val target = parent.child(node)
            val isInside = sameThread[index] && !node.overlaps
            guarded(node, type, "add up") {
                val totals = totalsOf(node, i, openLaps, target)
                target.inclusive.addAll(totals)
                if (isInside) parent.addNested(totals)
            }
            target.addThread(node.graph.number)
            if (!isInside && parent !== roots[index]) target.isConcurrent = true
            above[index] = target
            sameThread[index] = true
        }
        return Place(node, above, sameThread)
    }

    /** What component [index] recorded at [node] and its spares; notes on [target] where a lap is open that cannot be read. */
    private fun totalsOf(node: Node, index: Int, openLaps: Map<Node, Array<Long?>>, target: CallGraphNode): Totals {
        val totals = Totals(node.set.types[index])
        var activation: Node? = node
        while (activation != null) {
            activation.components[index]?.addTo(totals)
            val open = openLaps[activation]
            if (open != null) {
                val lap = open[index]
                if (lap != null) totals.addOpenLap(lap) else target.hasMissingLaps = true
            }
            activation = activation.spare
        }
        return totals
    }

    /** Does [action], which runs code of the component: what it throws must not cost the results of the others. */
    private inline fun <R> guarded(node: Node, type: ComponentType<*>, what: String, action: () -> R): R? = try {
        action()
    } catch (failure: Exception) {
        failures["${type.id} $what"] = "component ${type.id} failed to $what in region $node, which lacks in the results: $failure"
        null
    }

    /** The values so far of the open regions, read from the innermost outwards so that none exceeds that around it. */
    private fun openLapsOf(graph: ThreadGraph): Map<Node, Array<Long?>> {
        val values = HashMap<Node, Array<Long?>>()
        val onOwnThread = graph.owner.isCurrent()
        graph.forEachOpen { node ->
            values[node] = Array(node.components.size) { i ->
                val readable = onOwnThread || node.set.types[i].binding != Binding.THREAD
                if (readable && node.failed and (1 shl i) == 0) openLap(node, i) else null
            }
        }
        return values
    }

    private fun openLap(node: Node, index: Int): Long? =
        guarded(node, node.set.types[index], "be read while open") { node.components[index]?.openLap() }

    private fun CallGraphNode.child(node: Node): CallGraphNode {
        val serial = if (node.scope == Scope.TIMELINE) node.order else 0L
        val child = child(node.label, serial, if (collapseThreads) 0 else node.graph.number)
        if (node.order < child.order) child.order = node.order
        return child
    }

    private fun slotOf(type: ComponentType<*>): Int = slots.getOrPut(type) {
        types.add(type)
        roots.add(CallGraphNode(type, "", null, 0L, 0))
        types.lastIndex
    }

    /** A copy with a slot for each component known after those of [node]. */
    private fun Array<CallGraphNode?>.grown(node: Node): Array<CallGraphNode?> {
        for (type in node.set.types) slotOf(type)
        return copyOf(types.size)
    }
}
