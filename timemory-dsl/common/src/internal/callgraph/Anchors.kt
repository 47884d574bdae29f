package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.internal.platform.orderStores

/**
 * The anchors of one thread's call graph: a node for each [CallPath] that its work was handed over from.
 *
 * A coroutine goes from thread to thread, so that a region and those inside it can be recorded by different threads and yet be nested
 * in time. An anchor says from which depth on the regions above it are those of the same sequence of work ([Node.insideFrom]); a path
 * can have several that differ in it.
 */
internal class Anchors(private val graph: ThreadGraph) {
    private var byPath = HashMap<CallPath, Node>()
    private var recent: Node? = null

    /** The anchor made last; each leads to the one before. Other threads read them while there come to be more. */
    @Volatile
    private var newest: Link? = null

    private class Link(val anchor: Node, val before: Link?)

    /** Adds them to [nodes], the newest first. */
    fun addTo(nodes: MutableList<Node>) {
        var link = newest
        while (link != null) {
            nodes.add(link.anchor)
            link = link.before
        }
    }

    /**
     * Forgets them all at the end of the session, in any thread. The graph's own thread may be searching for one: it continues with what
     * it has.
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
        // First where results look for it: one that is found here alone, as there was no memory for more, would hide what it gets.
        newest = Link(made, newest)
        anchors[path] = made
        return made
    }
}
