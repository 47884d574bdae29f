package timemory.internal.callgraph

import timemory.ActiveTime
import timemory.ComponentType
import timemory.LateComponent
import timemory.Quantity
import timemory.Scope
import timemory.Totals
import timemory.WallClock
import timemory.internal.lean.*
import timemory.internal.platform.progressHere
import timemory.internal.platform.wallNanoseconds
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/**
 * Merges the call graphs of threads into one call graph for each component.
 *
 * A region counts for those components that it has. The graph of a component omits regions without that component: what is inside such a
 * region is below the next enclosing region that has the component.
 *
 * The children of an anchor become children of the node of the anchor's path. The path leads to that node, so graphs can be added in any
 * order, even long before that of the thread which opened the regions on the path.
 *
 * Exclusive values: on one thread a region runs inside its parent's time, so its value is subtracted from the parent's. The same applies to
 * regions of one coroutine, whichever threads ran them: an anchor knows which regions above it belong to the same coroutine. Otherwise the
 * regions below an anchor run concurrently with their parent node, and are not subtracted.
 *
 * No recursion: regions may be nested ten thousand deep.
 */
internal class Collector(
    private val collapseThreads: Boolean,
    private val addSecondary: Boolean,
    /** Components that are not to be read. */
    private val unreadable: Set<ComponentType<*>> = emptySet(),
    private val openLapListener: OpenLapListener? = null,
) {
    private val slots = HashMap<ComponentType<*>, Int>()
    private val types = ArrayList<ComponentType<*>>()
    private val roots = ArrayList<CallGraphNode>()
    private val progress = progressHere()

    /** Exceptions thrown by components while reading their totals: a sentence for each kind. */
    val failures = LinkedHashMap<String, String>()

    /** The call graphs of all components, under unique [ids]. */
    fun callGraphs(ids: ComponentIds): ArrayList<CallGraph> {
        val graphs = ArrayList<CallGraph>()
        for (i in types.indices) {
            if (!types[i].hasValues || roots[i].children.isEmpty()) continue
            roots[i].sort()
            graphs.add(CallGraph(ids.shownAs(types[i]), !collapseThreads, roots[i]))
        }
        return graphs
    }

    fun addAll(other: Collector) {
        for (i in other.types.indices) roots[slotOf(other.types[i])].addAll(other.roots[i])
        failures.putAll(other.failures)
    }

    /** Adds all recorded values of the graph of [snapshot], with the values so far of its open regions. */
    fun add(snapshot: GraphSnapshot) {
        val openLaps = openLapsOf(snapshot)
        openInside.clear()
        openElsewhere.clear()
        noteOpen(openLaps, openInside, openElsewhere)
        for (top in snapshot.graph.tops()) {
            if (!top.hasChildren) continue
            val all = Below(top)
            all.findCosts(snapshot)
            val parents = arrayOfNulls<ParentNodes>(all.size)
            parents[0] = parentsAt(top.path, top.insideFrom, all.cost(0))
            for (i in 1 until all.size) {
                parents[i] = record(all.node(i), parents[all.above(i)]!!, snapshot, openLaps, all.cost(i), all.isAbove(i))
            }
        }
    }

    /**
     * Where child regions are recorded: for each component, the parent node and the depth of its region. Children run inside its time if
     * that is deeper than [insideFrom].
     */
    private class ParentNodes(val nodes: Array<CallGraphNode?>, val depths: IntArray, val insideFrom: Int) {
        fun isInside(index: Int) = index < nodes.size && nodes[index] != null && depths[index] > insideFrom
    }

    /**
     * A node and all its descendants, each after its parent, which is given by its index: a list, because there may be a million of them.
     */
    private inner class Below(top: Node) {
        private val nodes = arrayListOf(top)
        private var aboves = IntArray(16)
        private val costs: DoubleArray
        private val hasChildren: BooleanArray

        init {
            var next = 0
            while (next < nodes.size) {
                nodes[next].forEachChild {
                    if (nodes.size == aboves.size) aboves = aboves.copyOf(2 * aboves.size)
                    aboves[nodes.size] = next
                    nodes.add(it)
                }
                next++
            }
            costs = DoubleArray(nodes.size)
            hasChildren = BooleanArray(nodes.size)
            for (i in 1 until nodes.size) hasChildren[aboves[i]] = true
        }

        val size: Int get() = nodes.size

        fun node(index: Int): Node = nodes[index]

        fun above(index: Int): Int = aboves[index]

        /** Whether it has children. */
        fun isAbove(index: Int): Boolean = hasChildren[index]

        /** The overhead of the laps inside it, in nanoseconds. */
        fun cost(index: Int): Double = costs[index]

        fun findCosts(snapshot: GraphSnapshot) {
            for (i in nodes.lastIndex downTo 1) {
                val node = nodes[i]
                val whole = LapOverheads.of(node.set).whole
                costs[i] += lapsOf(node, snapshot, isNested = true) * whole
                if (!node.overlaps) costs[aboves[i]] += costs[i] + lapsOf(node, snapshot, isNested = false) * whole
            }
        }
    }

    private fun parentsAt(path: CallPath, insideFrom: Int, costInside: Double = 0.0): ParentNodes {
        val steps = ArrayList<CallPath>()
        var step = path
        var landmark: ParentNodes? = null
        while (landmark == null) {
            val above = step.parent ?: break
            // Overhead is added up at each level inside.
            if (isLandmark(step) && (costInside == 0.0 || step.depth <= insideFrom)) landmark = landmarks[step]
            if (landmark == null) steps.add(step)
            step = above
        }
        var result = landmark?.nodes?.copyOf(types.size) ?: arrayOfNulls(types.size)
        var depths = landmark?.depths?.copyOf(types.size) ?: IntArray(types.size)
        for (at in steps.lastIndex downTo 0) {
            val step = steps[at]
            val slots = slotsOf(step.set)
            if (types.size > result.size) {
                result = result.copyOf(types.size)
                depths = depths.copyOf(types.size)
            }
            for (i in slots.indices) {
                if (step.set.unavailable[i] != null || step.set.types[i].isSampled) continue
                val index = slots[i]
                val node = (result[index] ?: roots[index]).child(step)
                result[index] = node
                depths[index] = step.depth
                if (step.depth > insideFrom && showsCost(types[index])) node.instrumentation += costInside
            }
            if (isLandmark(step)) landmarks[step] = ParentNodes(result.copyOf(), depths.copyOf(), insideFrom)
        }
        return ParentNodes(result, depths, insideFrom)
    }

    /** The targets below every sixteenth region of a path: lookups start there, because paths can be thousands long. */
    private val landmarks = HashMap<CallPath, ParentNodes>()

    private fun isLandmark(step: CallPath) = step.depth % 16 == 0

    private fun lapsOf(node: Node, snapshot: GraphSnapshot, isNested: Boolean): Long {
        var laps = 0L
        forEachActivation(node, isNested) {
            var now = 0L
            for (component in it.components) now = maxOf(now, component?.laps ?: 0L)
            laps += snapshot.keptOf(it)?.laps ?: now
        }
        return laps
    }

    /** Calls the block for [node] and its spares whose laps count as its own or, [isNested], as parts of those. */
    private inline fun forEachActivation(node: Node, isNested: Boolean = false, action: (Node) -> Unit) {
        var activation: Node? = node
        while (activation != null) {
            if (activation.isNested == isNested) action(activation)
            activation = activation.spare
        }
    }

    private fun showsCost(type: ComponentType<*>) = type.quantity === Quantity.TIME && type.includesMeasuring

    /** Returns where its children are recorded; `null` if [hasInside] is `false`. */
    private fun record(
        node: Node,
        parents: ParentNodes,
        snapshot: GraphSnapshot,
        openLaps: Map<Node, Array<Long?>>,
        costInside: Double,
        hasInside: Boolean,
    ): ParentNodes? {
        val cost = LapOverheads.of(node.set)
        noteStart(node)
        val slots = slotsOf(node.set)
        val below =
            if (hasInside) ParentNodes(parents.nodes.copyOf(types.size), parents.depths.copyOf(types.size), parents.insideFrom) else null
        node.path.throttle?.let { throttle -> forEachActivation(node) { throttle.addTo(this, it) } }
        val all = node.set.types
        for (i in all.indices) {
            val type = all[i]
            if (node.components[i] == null || type.isSampled) continue
            val index = slots[i]
            val above = if (index < parents.nodes.size) parents.nodes[index] else null
            val parent = above ?: roots[index]
            val target = parent.child(node.path)
            val isInside = parents.isInside(index) && !node.overlaps && !isConcurrent(node, i)
            val lateParts = if (addSecondary && node.components[i] is LateComponent) LinkedHashMap<String, Totals>() else null
            guarded(node, type, "add up") {
                val totals = totalsOf(node, i, snapshot, openLaps, target, lateParts)
                target.inclusive.addAll(totals)
                if (isInside) {
                    val isUsual = !node.isInFlat && node.elsewhere == null
                    parent.addNested(if (isUsual) totals else insideParent(node, i, totals, snapshot))
                }
                nestedOf(node, i, snapshot, openLaps)?.let { target.addNested(it) }
                if (showsCost(type)) target.instrumentation += totals.laps * cost.inside[i] + costInside
            }
            target.addThread(node.graph.number)
            if (lateParts != null) {
                addSecondaries(node, lateParts, target)
            } else if (addSecondary) {
                addSecondaries(node, i, snapshot, target)
            }
            if (!isInside && parent !== roots[index]) target.isConcurrent = true
            if (below != null) {
                below.nodes[index] = target
                below.depths[index] = Int.MAX_VALUE
            }
        }
        return below
    }

    /** Whether the values of component [index] declare themselves not to be part of the enclosing region's values. */
    private fun isConcurrent(node: Node, index: Int): Boolean {
        val component = node.components[index] as? LateComponent ?: return false
        var around = node.parent
        while (around != null) {
            val path = around.set.types.indexOf(node.set.types[index])
            if (path >= 0) return component.isConcurrent(around.components[path] as LateComponent?)
            around = around.parent
        }
        return component.isConcurrent(null)
    }

    /** The wall clock of a region knows exactly when its lap started. */
    private fun noteStart(node: Node) {
        val path = node.path as? LapPath ?: return
        val reading = beginOf(node) ?: return
        if (reading != 0L) path.startsAt(reading)
    }

    /** When the latest lap of [node] started; `null` without a wall clock. */
    private fun beginOf(node: Node): Long? = node.components.firstNotNullOfOrNull { it as? WallClock }?.beginReading

    /**
     * Adds the component's additional values, by name, as nodes below [target]. They are not part of the value, so nothing is subtracted
     * from it.
     */
    private fun addSecondaries(node: Node, index: Int, snapshot: GraphSnapshot, target: CallGraphNode) {
        forEachActivation(node) { activation ->
            // Names are only ever added: if there are none now, there were none when values were captured.
            if (activation.components[index]?.secondary.isNullOrEmpty()) return@forEachActivation
            addSecondaries(node, valueOf(activation, index, snapshot).secondary, target)
        }
    }

    private fun addSecondaries(node: Node, values: Map<String, Totals>, target: CallGraphNode) {
        for ((name, totals) in values) {
            val child = target.child(name, 0L, node.path.thread)
            child.inclusive.addAll(totals)
            child.addThread(node.graph.number)
        }
    }

    /**
     * Returns the totals of component [index] at [node] and its spares, with the parts of a [LateComponent] in [lateParts]; marks on
     * [target] an open lap that cannot be read.
     */
    private fun totalsOf(
        node: Node,
        index: Int,
        snapshot: GraphSnapshot,
        openLaps: Map<Node, Array<Long?>>,
        target: CallGraphNode,
        lateParts: MutableMap<String, Totals>?,
    ): Totals {
        if (node.spare == null && node.components[index] !is LateComponent) {
            val value = valueOf(node, index, snapshot)
            if (openLaps[node] == null) return value.totals // usually there is nothing to add to it
        }
        val totals = Totals(node.set.types[index])
        forEachActivation(node) { activation ->
            val own = if (isRecursive(node, activation, index)) Totals(node.set.types[index]) else totals
            val component = activation.components[index]
            if (component is LateComponent) component.addTo(own, lateParts) // it can be read while its thread continues
            own.addAll(valueOf(activation, index, snapshot).totals)
            val open = openLaps[activation]
            if (open != null) {
                val lap = open[index]
                if (lap != null) own.addOpenLap(lap) else target.hasMissingLaps = true
            }
            if (own !== totals) totals.addLapsOf(own)
        }
        // Laps nested in an overflow path are counted like the recursive laps of a flat region.
        forEachActivation(node, isNested = true) { activation ->
            val inside = Totals(node.set.types[index])
            inside.addAll(valueOf(activation, index, snapshot).totals)
            openLaps[activation]?.get(index)?.let { inside.addOpenLap(it) }
            if (inside.type.includesInside) totals.addLapsOf(inside) else totals.addAll(inside)
        }
        return totals
    }

    /**
     * Whether laps of [activation] ran within laps of [node], which is flat: they are counted as laps, and their values are part of the
     * values of those.
     */
    private fun isRecursive(node: Node, activation: Node, index: Int) =
        activation !== node && node.path.scope === Scope.FLAT && !activation.overlaps && node.set.types[index].includesInside

    /** The values of component [index] of [node] when [snapshot] was made; valid until the next call, because most nodes need no copy. */
    private fun valueOf(node: Node, index: Int, snapshot: GraphSnapshot): NodeValue {
        val type = node.set.types[index]
        val now = recentValue?.takeIf { it.type === type } ?: NodeValue(type).also { recentValue = it }
        now.read(node, index, node.components[index])
        val value = snapshot.keptOf(node)?.values?.get(index) ?: now
        // An error belongs to the thread that kept the value, as its stack does.
        value.failure?.let { throw it as? Exception ?: IllegalStateException("its thread could not store it: $it", it) }
        return value
    }

    /**
     * Laps inside those of [node] that are not below it in the tree, see FlatRegions.kt; `null` if there are none. Laps of a flat region
     * within others of it are inside those; their own time is what is not inside yet others.
     */
    private fun nestedOf(node: Node, index: Int, snapshot: GraphSnapshot, openLaps: Map<Node, Array<Long?>>): Totals? {
        var isAny = false
        forEachActivation(node) { if (it.inside != null || it in openInside) isAny = true }
        if (!isAny) return null
        val nested = Totals(node.set.types[index])
        val recursive = Totals(nested.type)
        forEachActivation(node) { activation ->
            val value = valueOf(activation, index, snapshot)
            value.inside?.let { nested.addSums(it) }
            openInside[activation]?.get(index)?.let { nested.addLap(it) }
            if (isRecursive(node, activation, index)) {
                recursive.addSums(value.totals)
                openLaps[activation]?.get(index)?.let { recursive.addLap(it) }
            }
        }
        return if (nested.laps == 0L || recursive.laps == 0L) nested else nested.less(recursive)
    }

    /** The part of the [totals] of [node] that is inside its parent region, and not inside a flat one within that. */
    private fun insideParent(node: Node, index: Int, totals: Totals, snapshot: GraphSnapshot): Totals {
        val elsewhere = Totals(node.set.types[index])
        forEachActivation(node) { activation ->
            valueOf(activation, index, snapshot).elsewhere?.let { elsewhere.addSums(it) }
            openElsewhere[activation]?.get(index)?.let { elsewhere.addLap(it) }
        }
        return if (elsewhere.laps == 0L) totals else totals.less(elsewhere)
    }

    /**
     * Adds the value so far of [lap], whose region the coroutine has not left, or which is not recorded yet because a thread has yet to end
     * a slice. Values of thread-bound components cannot be read.
     */
    fun addOpen(lap: OpenLap) {
        if (lap.isNested || !lap.isStarted) return
        val now = wallNanoseconds()
        if (openLapListener != null && !lap.isClosed) {
            val values = Array(lap.set.types.size) { i ->
                guarded(lap.path, lap.set.types[i], "be read while open") { lap.openValueAt(now, i) }
            }
            openLapListener.isOpen(lap.path, lap.set, thread = -1, lap.begin, values)
        }
        addUnrecorded(lap.path, lap.insideFrom) { i, type -> guarded(lap.path, type, "be read while open") { lap.totalsAt(now, i) } }
    }

    /** Adds [laps], whose coroutines were collected. */
    fun addDropped(laps: DroppedLaps) = addUnrecorded(laps.path, laps.insideFrom) { i, _ -> laps.totals[i] }

    private inline fun addUnrecorded(path: CallPath, insideFrom: Int, totalsOf: (Int, ComponentType<*>) -> Totals?) {
        val parents = parentsAt(path.parent!!, insideFrom)
        val above = parents.nodes.grown(path.set)
        for ((i, type) in path.set.types.withIndex()) {
            if (path.set.unavailable[i] != null || type.isSampled) continue
            val index = slotOf(type)
            val parent = above[index] ?: roots[index]
            val isInside = parents.isInside(index)
            val target = parent.child(path)
            if (!isInside && parent !== roots[index]) target.isConcurrent = true
            val totals = totalsOf(i, type)
            if (totals == null) {
                target.hasMissingLaps = true
            } else {
                target.inclusive.addAll(totals)
                if (isInside) parent.addNested(totals)
            }
        }
    }

    /**
     * Adds samples of [type], with [totals], taken at [path] on thread [thread] in the functions [frames], listed from the outermost
     * function inside that region inwards. They also count in the enclosing regions that [isWanted] accepts, whichever threads run those,
     * so the sum of all samples is that of the outermost regions.
     */
    fun addSamples(
        type: ComponentType<*>,
        path: CallPath,
        thread: Int,
        frames: List<String>,
        totals: Totals,
        isWanted: (ComponentSet) -> Boolean,
    ) {
        val steps = ArrayList<CallPath>()
        var step = path
        while (true) {
            val above = step.parent ?: break
            if (isWanted(step.set)) steps.add(step)
            step = above
        }
        var node = roots[slotOf(type)]
        for (at in steps.lastIndex downTo 0) node = node.sampled(node.child(steps[at]), totals, thread)
        for (frame in frames) node = node.sampled(node.child(frame, 0L, path.thread), totals, thread)
    }

    private fun CallGraphNode.sampled(child: CallGraphNode, totals: Totals, thread: Int): CallGraphNode {
        if (depth >= 0) addNested(totals)
        child.inclusive.addAll(totals)
        child.addThread(thread)
        return child
    }

    /** Runs [action], which calls code of the component: an exception must not lose the results of the others. */
    private inline fun <R> guarded(node: Any, type: ComponentType<*>, what: String, action: () -> R): R? {
        if (type in unreadable) {
            failures["${type.id} answer"] = "component ${type.id} did not respond when asked to $what in region $node, and is missing " +
                "from the results"
            return null
        }
        progress.beingRead = type
        return try {
            action()
        } catch (failure: Exception) {
            failures["${type.id} $what"] =
                "component ${type.id} failed to $what in region $node, and this value is missing from the results: $failure"
            null
        } finally {
            progress.beingRead = null
            progress.steps++
        }
    }

    /** Returns the values so far of the open regions, read from the innermost outwards so that none exceeds that of its parent. */
    private fun openLapsOf(snapshot: GraphSnapshot): Map<Node, Array<Long?>> {
        val values = HashMap<Node, Array<Long?>>()
        val isOwnThread = snapshot.graph.owner.isCurrent()
        for (node in snapshot.openNodes()) {
            if (node.detached != null || node.isFrame) continue
            val now = Array(node.components.size) { i ->
                val kept = snapshot.graph.ownValues?.get(node)?.get(i)
                kept ?: guarded(node, node.set.types[i], "be read while open") { node.openValue(i, isOwnThread) }
            }
            val openLap = snapshot.keptOf(node)?.openLap ?: now
            values[node] = openLap
            if (openLapListener != null) {
                openLapListener.isOpen(node.path, node.set, node.graph.number, beginOf(node) ?: 0L, openLap)
            }
        }
        return values
    }

    private fun CallGraphNode.child(path: CallPath): CallGraphNode {
        val serial = if (path.scope === Scope.TIMELINE) path.order else 0L
        val child = child(path.label, serial, path.thread)
        if (path.order < child.order) {
            child.order = path.order
            child.place = path.order
        }
        child.start = path.start
        if (path is LapPath && child.type === ActiveTime) child.facts = path.runs?.now()
        return child
    }

    private fun slotOf(type: ComponentType<*>): Int = slots.getOrPut(type) {
        types.add(type)
        roots.add(CallGraphNode(type, "", null, 0L, 0))
        types.lastIndex
    }

    /** State of the graph that is being added: see [noteOpen]. */
    private val openInside = HashMap<Node, Array<Long?>>()
    private val openElsewhere = HashMap<Node, Array<Long?>>()

    private var recentValue: NodeValue? = null
    private var recentSet: ComponentSet? = null
    private var recentSlots = IntArray(0)

    /** Returns the slots of the components of [set], usually the same as for the previous node. */
    private fun slotsOf(set: ComponentSet): IntArray {
        if (set === recentSet) return recentSlots
        val all = set.types
        recentSlots = IntArray(all.size) { slotOf(all[it]) }
        recentSet = set
        return recentSlots
    }

    /** Returns a copy with a slot for each component known after those of [set]. */
    private fun Array<CallGraphNode?>.grown(set: ComponentSet): Array<CallGraphNode?> {
        for (type in set.types) slotOf(type)
        return copyOf(types.size)
    }
}
