package timemory.internal.callgraph

import timemory.Component
import timemory.ComponentType
import timemory.LateComponent
import timemory.Scope
import timemory.internal.lean.*

/*
 * Records which nodes are inside regions of flat scope.
 *
 * In tree scope, the nodes below a region's own node show what ran inside it. A flat region has a single node for all its callers, and
 * regions opened inside it are recorded below the region around it. So when a lap of a flat region ends, or one inside a flat region, it is
 * also added to its immediate parent, to Node.inside, and subtracted there. A tree region inside a flat one also has another parent node,
 * from which it would be subtracted a second time: that part is in Node.elsewhere.
 *
 * Such nodes are never plain, so other nodes pay nothing for this.
 *
 * Suspending regions of flat scope do the same with the enclosing suspending region. Limitation: a flat region inside propagated work or a
 * slice of a coroutine is not subtracted from an enclosing plain region, nor are open laps from open laps around them there.
 */

/** Notes that the region [around] a newly opened lap of [node] differs from that of the previous lap. */
internal fun noteAround(node: Node, around: Node) {
    node.setInFlat(!around.isFrame && (around.path.scope === Scope.FLAT || around.isInFlat))
}

/** Called when a lap of [node], which is flat or in a flat region, has ended; bit `i` of [failed] is set if component `i` lost it. */
internal fun noteInside(node: Node, failed: Long) {
    if (node.overlaps) return
    val types = node.set.types
    for (i in types.indices) {
        val component = node.components[i] ?: continue
        if (failed and (1L shl i) != 0L || component is LateComponent) continue
        val around = regionAround(node, types[i]) ?: continue
        if (isBelow(node, around, types[i])) continue
        val index = around.set.types.indexOf(types[i])
        if (!around.graph.session.isActive) around.graph.keepNode(around)
        noteLapInside(around, index) { it.recordLastLapOf(component) }
        if (node.path.scope === Scope.FLAT || !isInside(node, types[i])) continue
        val elsewhere = node.elsewhere ?: arrayOfNulls<Component>(node.components.size).also { node.elsewhere = it }
        (elsewhere[i] ?: types[i].create().also { elsewhere[i] = it }).recordLastLapOf(component)
    }
}

/**
 * Does for open laps, given by [laps] with their values so far, what [noteInside] does for ending laps: adds their values to [inside] and
 * [elsewhere].
 */
internal fun noteOpen(laps: Map<Node, Array<Long?>>, inside: HashMap<Node, Array<Long?>>, elsewhere: HashMap<Node, Array<Long?>>) {
    for ((node, values) in laps) {
        if (!node.notesInside || node.overlaps) continue
        val types = node.set.types
        for (i in values.indices) {
            val value = values[i] ?: continue
            val around = regionAround(node, types[i]) ?: continue
            if (isBelow(node, around, types[i])) continue
            addOpen(inside, around, around.set.types.indexOf(types[i]), value)
            if (node.path.scope !== Scope.FLAT && isInside(node, types[i])) addOpen(elsewhere, node, i, value)
        }
    }
}

private fun addOpen(to: HashMap<Node, Array<Long?>>, node: Node, index: Int, value: Long) {
    val values = to[node] ?: arrayOfNulls<Long>(node.components.size).also { to[node] = it }
    values[index] = (values[index] ?: 0L) + value
}

/** Makes [record] add a lap of component [index] to the values inside laps of [node]. */
internal inline fun noteLapInside(node: Node, index: Int, record: (Component) -> Unit) {
    val inside = node.inside ?: arrayOfNulls<Component>(node.components.size).also { node.inside = it }
    record(inside[index] ?: node.set.types[index].create().also { inside[index] = it })
}

/** Returns the innermost region around [node] on its thread that has a component of [type]. */
internal fun regionAround(node: Node, type: ComponentType<*>): Node? {
    var around = node.outer
    while (around != null && !around.isFrame) {
        val index = around.set.types.indexOf(type)
        if (index >= 0 && around.components[index] != null) return if (around.failed and (1L shl index) == 0L) around else null
        around = around.outer
    }
    return null
}

/** Whether the tree itself shows that [node] is inside [around]. */
internal fun isBelow(node: Node, around: Node, type: ComponentType<*>): Boolean =
    node.path.scope !== Scope.FLAT && around.path === pathAbove(node, type)

/** Whether a [Collector] subtracts laps of [node] from its parent region. */
internal fun isInside(node: Node, type: ComponentType<*>): Boolean {
    var top = node
    while (true) top = top.parent ?: break
    return (pathAbove(node, type) ?: return false).depth > top.insideFrom
}

private fun pathAbove(node: Node, type: ComponentType<*>): CallPath? {
    var path = node.path.parent
    while (path != null) {
        val index = path.set.types.indexOf(type)
        if (index >= 0 && path.set.unavailable[index] == null) return path
        path = path.parent
    }
    return null
}
