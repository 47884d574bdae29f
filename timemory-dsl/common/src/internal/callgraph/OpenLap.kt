package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.Component
import timemory.LongDeltaComponent
import timemory.Totals
import timemory.internal.platform.Weak

/**
 * The part of an unrecorded suspending region that results need.
 *
 * It does not reference the [SuspendingLap], which belongs to the coroutine: a coroutine that is suspended for good and no longer
 * referenced is collected with its lap. This object remains, as evidence of a region that never ended.
 *
 * ### Thread-safety
 * Written by the coroutine's own code and read by any thread once it [isStarted].
 */
internal class OpenLap(lap: SuspendingLap, private val whole: Array<Component?>) : Weak<SuspendingLap>(lap) {
    val path: CallPath = lap.path
    val insideFrom: Int = lap.insideFrom
    val set: ComponentSet = lap.set
    val isNested: Boolean = lap.isNested

    var begin = 0L
    var end = 0L
    var suspensions = 0L
    var threadChanges = 0L

    /** How long threads had run the coroutine when the region started, and when it ended. */
    var activeAtBegin = 0L
    var activeAtEnd = 0L

    /** The clock for [activeAtBegin]; `null` if slices of the coroutine are not tracked. */
    var clock: ActiveClock? = null

    /** Whether part of it ran where slices are not tracked. */
    @Volatile
    var missesActiveTime = false

    /**
     * The phase of its life cycle. A single variable, because each store visible to other threads costs as much as the rest of a lap's
     * work.
     */
    @Volatile
    private var phase = PREPARED

    /** Whether its components were started. */
    val isStarted: Boolean get() = phase != PREPARED

    /** Whether its region has ended; recording may still wait for the end of a slice. */
    val isClosed: Boolean get() = phase >= CLOSED

    /**
     * Whether it was recorded; it may then wait for the next lap of its region ([SuspendingLap.reuse]), and stays in this state until that
     * is [started]: until then, everything there is to report is in its node.
     */
    val isRecorded: Boolean get() = phase == RECORDED

    /** Whether its region has ended but has not been recorded yet. */
    val isAwaited: Boolean get() = phase == CLOSED

    fun started() {
        phase = OPEN
    }

    /** It could not be started, so there is nothing to record, as if a previous lap at the same position had been. */
    fun dropped() {
        phase = PREPARED
    }

    fun closed() {
        phase = CLOSED
    }

    fun recorded() {
        phase = RECORDED
    }

    /** The latest [Snapshot] that the recording thread had noticed, preserving the node without this lap for it; 0 for none. */
    var recordedIn = 0

    /** Its neighbours in [OpenSuspendingLaps]. */
    var previous: OpenLap? = null
    var next: OpenLap? = null

    /** The value of number [kind] of [COROUTINE_TYPES] after the region has ended. */
    fun coroutineValue(kind: Int): Long = coroutineValue(kind, end, activeAtEnd)

    private fun coroutineValue(kind: Int, now: Long, active: Long): Long = when (kind) {
        ACTIVE_TIME -> active - activeAtBegin
        SUSPENDED_TIME -> maxOf(0L, now - begin - (active - activeAtBegin))
        SUSPENSIONS -> suspensions
        else -> threadChanges
    }

    /** Returns the value so far of component [index] at [now] by the wall clock; `null` if it cannot be read. */
    fun totalsAt(now: Long, index: Int): Totals? {
        val totals = Totals(set.types[index])
        val component = whole[index]
        when {
            !isClosed -> totals.addOpenLap(valueAt(now, index, component) ?: return null)
            set.isCoroutineType(index) -> if (!missesActiveTime) totals.addLap(coroutineValue(set.coroutineKinds[index]))
            else -> component?.addTo(totals)
        }
        return totals.takeIf { it.laps > 0L }
    }

    /** Returns the value so far of component [index] of an open lap at [now] by the wall clock; `null` if it cannot be read. */
    fun openValueAt(now: Long, index: Int): Long? = valueAt(now, index, whole[index])

    private fun valueAt(now: Long, index: Int, component: Component?): Long? = when {
        set.isCoroutineType(index) -> coroutineValueAt(now, index)
        component is LongDeltaComponent && component.readsWallClock -> now - begin
        else -> component?.openLap()
    }

    private fun coroutineValueAt(now: Long, index: Int): Long? {
        if (missesActiveTime) return null
        return coroutineValue(set.coroutineKinds[index], now, clock?.readBy(now) ?: return null)
    }

    override fun toString(): String = path.toString()

    private companion object {
        const val PREPARED = 0
        const val OPEN = 1
        const val CLOSED = 2
        const val RECORDED = 3
    }
}
