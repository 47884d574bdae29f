package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.internal.platform.orderStores

/**
 * The anchors of one thread's call graph: a node for each [CallPath] from which work was propagated to it.
 *
 * A coroutine moves between threads, so a region and its children can be recorded by different threads and yet be nested in time. An anchor
 * records from which depth the regions above it belong to the same sequence of work ([Node.insideFrom]); a path can have several anchors
 * that differ in it.
 */
internal class Anchors(private val graph: ThreadGraph) {
    private var byPath = HashMap<CallPath, Node>()
    private var recent: Node? = null

    /** The latest anchor; each links to the previous one. Other threads read them while more are added. */
    @Volatile
    private var newest: Link? = null

    private class Link(val anchor: Node, val before: Link?)

    /** Adds them to [nodes], the latest first. */
    fun addTo(nodes: MutableList<Node>) {
        var link = newest
        while (link != null) {
            nodes.add(link.anchor)
            link = link.before
        }
    }

    /**
     * Removes them at the end of the session, on any thread. The graph's own thread may be searching them: it continues with what it has.
     */
    fun clear() {
        val none = HashMap<CallPath, Node>()
        orderStores()
        newest = null
        recent = null
        byPath = none
    }

    fun at(path: CallPath, insideFrom: Int): Node {
        val recent = recent
        if (recent != null && recent.path === path && recent.insideFrom == insideFrom) return recent
        return find(path, insideFrom).also { this.recent = it }
    }

    private fun find(path: CallPath, insideFrom: Int): Node {
        val anchors = byPath
        val first = anchors[path]
        var anchor = first
        while (anchor != null && anchor.insideFrom != insideFrom) anchor = anchor.nextSibling
        if (anchor != null) return anchor
        val made = Node(graph, "", NO_COMPONENTS, null, path)
        made.insideFrom = insideFrom
        made.nextSibling = first
        // Inserted first where results look for it: an anchor that only this thread found, because memory ran out, would hide its values.
        newest = Link(made, newest)
        anchors[path] = made
        return made
    }
}
