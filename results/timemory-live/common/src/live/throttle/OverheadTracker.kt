package timemory.live.throttle

import timemory.LongComponent
import timemory.Quantity
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.LapOverheads
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.Session
import timemory.internal.lean.*

/** The load of a call path over all threads. */
internal class PlaceLoad(private val path: CallPath) : RegionCost(path.label, 0.0) {
    private var seen = Sums()
    private var now = Sums()

    private class Sums {
        var measured = 0L
        var skipped = 0L
        var told = 0L
    }

    fun add(node: Node) {
        now.measured += lapsOf(node)
        now.skipped += node.skipped
        now.told += timeOf(node)
    }

    /**
     * Called after the laps of all threads were added: computes the changes since the last time. The laps of threads that have ended
     * meanwhile are no longer included.
     */
    fun complete() {
        measured = maxOf(0L, now.measured - seen.measured)
        skipped = maxOf(0L, now.skipped - seen.skipped)
        told = maxOf(0L, now.told - seen.told)
        lapCost = LapOverheads.of(path.set).whole
        val before = seen
        seen = now
        now = before
        now.measured = 0L
        now.skipped = 0L
        now.told = 0L
    }

    override fun switch(isThrottled: Boolean) {
        val throttle = path.throttle ?: SampledLaps().also { path.throttle = it }
        throttle.isOn = isThrottled
    }

    private fun timeOf(node: Node): Long {
        val types = node.set.types
        for (i in types.indices) {
            val component = node.components[i]
            if (component is LongComponent && types[i].quantity === Quantity.TIME) return component.sum
        }
        return 0L
    }
}

/** Collects the loads of all call paths of [session] from the graphs of its running threads: the values may be outdated by one lap. */
internal class OverheadTracker(val session: Session) {
    private val places = HashMap<CallPath, PlaceLoad>()
    private val pending = ArrayList<Node>()

    /** Measures the overhead of laps if it is unknown or imprecise: this takes a while, and happens only a few times. */
    fun calibrate() = LapOverheads.calibrate(session.paths.setsInUse(), session, anyAge = true)

    /** Returns the current loads, with the changes since the last time. */
    fun look(): Collection<RegionCost> {
        forEachNode { node -> places.getOrPut(node.path) { PlaceLoad(node.path) }.add(node) }
        for (place in places.values) place.complete()
        return places.values
    }

    /**
     * Makes threads notice newly throttled call paths, through a flag that they check anyway; they notice the end of throttling themselves.
     */
    fun spread() = forEachNode { node -> if (node.isPlain && node.path.throttle?.isOn == true) node.isPlain = false }

    private inline fun forEachNode(action: (Node) -> Unit) {
        for (graph in session.graphsNow()) {
            pending.addAll(graph.tops())
            while (pending.isNotEmpty()) {
                val top = pending.removeAt(pending.lastIndex)
                top.forEachChild { pending.add(it) }
                if (top.set.isEmpty) continue
                var node: Node? = top
                while (node != null) {
                    action(node)
                    node = node.spare
                }
            }
        }
    }
}
