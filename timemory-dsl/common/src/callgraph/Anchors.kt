package timemory

/**
 * The anchors of one thread's call graph: a node for each place that its work was handed over from.
 *
 * A coroutine goes from thread to thread, so that a region and those inside it can be recorded by different threads and yet be nested
 * in time. An anchor says from which depth on the regions above it are those of the same sequence of work ([Node.insideFrom]); a place
 * can have several that differ in it.
 */
internal class Anchors(private val graph: ThreadGraph) {
    private val byPlace = HashMap<Place, Node>()
    private var recent: Node? = null

    val all = ArrayList<Node>(0)

    fun at(place: Place, insideFrom: Int): Node {
        val recent = recent
        if (recent != null && recent.place === place && recent.insideFrom == insideFrom) return recent
        return find(place, insideFrom).also { this.recent = it }
    }

    private fun find(place: Place, insideFrom: Int): Node {
        val first = byPlace[place]
        var anchor = first
        while (anchor != null && anchor.insideFrom != insideFrom) anchor = anchor.nextSibling
        if (anchor != null) return anchor
        val made = Node(graph, "", NO_COMPONENTS, null, place)
        made.insideFrom = insideFrom
        made.nextSibling = first
        byPlace[place] = made
        all.add(made)
        return made
    }
}
