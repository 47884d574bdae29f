package timemory.export.internal

import timemory.results.CallGraphNode

/**
 * The part of a frame's width that no frame inside it has: the exclusive value. Where some laps of a region inside ran concurrently and
 * others not, the whole of it stands apart, and the part that did not stays in the width of this one. So does what a view does not show.
 */
internal fun ownWidth(series: Series, node: CallGraphNode): Double {
    if (!series.graph.isPart && node.children.none { it.isConcurrent }) return series.exclusive(node)
    var inside = 0.0
    for (child in node.children) if (!child.isConcurrent) inside += series.inclusive(child)
    return series.inclusive(node) - inside
}
