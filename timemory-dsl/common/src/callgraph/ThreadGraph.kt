package timemory

import kotlin.jvm.JvmField

/**
 * One thread's call graph while it grows.
 *
 * Only its thread writes to it, without locks or atomic operations. The thread's open regions form a chain from [top] outwards.
 * [version] is odd while a region is being opened or closed: whoever makes results from another thread waits until it is
 * even and reads again if it moved, and so never sees half a lap.
 *
 * **Sea level.** When a thread other than the primary one opens a region with none around it, the region hangs below the
 * place where the primary thread stands at that moment. For each such place the thread's tree has a top node of its own, the
 * anchor, which remembers the primary thread's node.
 */
@PublishedApi
internal class ThreadGraph(
    @JvmField val session: Session,
    @JvmField val number: Int,
    @JvmField val owner: ThreadHandle,
) {
    @JvmField
    val root: Node = Node(this, "", NO_COMPONENTS, null, Scope.TREE, 0L, null)

    @JvmField
    var top: Node = root

    @JvmField
    var version: Int = 0

    private var anchor: Node = root
    private val anchors = HashMap<Node, Node>()

    val pushes = UnrecordedPushes(this)

    /** How many nodes it holds, in the units of [NodeBudget]. */
    var cost: Int = 0

    /** The tops of this thread's tree: the root, and one anchor for each place of the primary thread. */
    fun tops(): List<Node> = listOf(root) + anchors.values

    val isPrimary: Boolean get() = number == 0

    /** Where a region opened now would hang. */
    fun position(): Node {
        val top = top
        return if (top === root) seaLevel() else top.position
    }

    private fun seaLevel(): Node {
        if (isPrimary) return root
        val primary = session.primaryPosition()
        if (primary == null || primary.parent == null && primary.bookmark == null) return root
        return if (anchor.bookmark === primary) anchor else anchorBelow(primary)
    }

    private fun anchorBelow(place: Node): Node {
        val found = anchors.getOrPut(place) {
            Node(this, "", NO_COMPONENTS, null, Scope.TREE, 0L, place)
        }
        anchor = found
        return found
    }

    /** Opens a region; its components are not started yet. `null` where it is not to be recorded. */
    fun enter(label: String, set: ComponentSet): Node? = enter(position(), label, set)

    fun enter(position: Node, label: String, set: ComponentSet): Node? {
        val recent = position.recent
        if (recent != null) {
            if (recent.label === label && recent.set === set && recent.outer == null) return open(recent)
            val next = recent.follower
            if (next != null && next.label === label && next.set === set && next.outer == null) {
                position.recent = next
                return open(next)
            }
        }
        return session.nodeFor(this, position, label, set)?.let(::open)
    }

    fun open(node: Node): Node {
        version++
        orderStores()
        node.outer = top
        top = node
        return node
    }

    /** The components of the region have been started. */
    fun opened() {
        orderStores()
        version++
    }

    /** The components of a region are about to be stopped. */
    fun closing() {
        version++
        orderStores()
    }

    /** The components of [node] have been stopped. */
    fun closed(node: Node) {
        val outer = node.outer
        if (top === node) {
            top = outer ?: root
        } else {
            unlink(node)
        }
        node.outer = null
        orderStores()
        version++
    }

    /** Takes [node] out of the chain of open regions where it is not the innermost: laps may overlap. */
    private fun unlink(node: Node) {
        var inner: Node = top
        while (inner !== root) {
            val outer = inner.outer ?: return
            inner.overlaps = true
            if (outer === node) {
                inner.outer = node.outer
                return
            }
            inner = outer
        }
    }

    /** The open regions, innermost first. */
    inline fun forEachOpen(action: (Node) -> Unit) {
        var node = top
        while (node !== root) {
            action(node)
            node = node.outer ?: return
        }
    }
}

internal val NO_COMPONENTS = ComponentSet(emptyList(), null, emptyList())
