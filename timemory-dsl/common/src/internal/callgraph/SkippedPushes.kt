package timemory.internal.callgraph

import timemory.internal.lean.*

/**
 * Pushes of a thread that opened no region, because measuring was off or the region was nested too deeply. Their pops must not close a
 * region that was pushed before them.
 *
 * Such a push is the innermost one as long as the thread's position is unchanged, so the position is stored with it.
 */
internal class SkippedPushes(private val graph: ThreadGraph) {
    private val paths = ArrayList<Node>(0)
    private val sets = ArrayList<ComponentSet>(0)

    /** Whether measuring was off at some time before the thread had this graph: it may have pushed regions then. */
    val mayHaveEarlier: Boolean = graph.session.hasBeenOff

    val isEmpty: Boolean get() = paths.isEmpty()

    fun addUnrecorded(set: ComponentSet) {
        paths.add(graph.top)
        sets.add(set)
    }

    fun clear() {
        paths.clear()
        sets.clear()
    }

    /** Removes the innermost push of [set] if it opened no region; `false` otherwise. */
    fun removeUnrecorded(set: ComponentSet): Boolean {
        for (i in paths.lastIndex downTo 0) {
            if (paths[i] !== graph.top) return false
            if (sets[i] === set) {
                paths.removeAt(i)
                sets.removeAt(i)
                return true
            }
        }
        return false
    }
}
