package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.Component
import timemory.LongDeltaComponent
import timemory.Totals
import timemory.internal.platform.Weak

/**
 * What results tell of a suspending region that is not recorded yet.
 *
 * It does not keep the [SuspendingLap], which the coroutine has: a coroutine that is suspended for good and that nothing refers to any more
 * is collected, with its lap. What is here stays, and tells that there was a region that never ended.
 *
 * ### Thread-safety
 * Written by the coroutine's own code and read by any thread, once it [isStarted].
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

    /** How long threads had run the coroutine when the region began, and when it ended. */
    var activeAtBegin = 0L
    var activeAtEnd = 0L

    /** What [activeAtBegin] was read from; `null` where slices of the coroutine are not noticed. */
    var clock: ActiveClock? = null

    /** Whether part of it ran where slices are not noticed. */
    @Volatile
    var missesActiveTime = false

    /** How far it has come. One variable, since each store of one that others read at once costs as much as the rest of a lap's work. */
    @Volatile
    private var phase = PREPARED

    /** Whether its components were started. */
    val isStarted: Boolean get() = phase != PREPARED

    /** Whether its region has ended; it may still wait for the end of a slice to be recorded. */
    val isClosed: Boolean get() = phase >= CLOSED

    /**
     * Whether it was recorded; it may then wait for the next lap of its region ([SuspendingLap.reuse]), and is so until that is
     * [started]: all the while there is nothing to tell of it but what its node has.
     */
    val isRecorded: Boolean get() = phase == RECORDED

    /** Whether its region has ended and it is still to be recorded. */
    val isAwaited: Boolean get() = phase == CLOSED

    fun started() {
        phase = OPEN
    }

    /** It could not be started: it is none that could be recorded, as a lap before it at the same place was. */
    fun dropped() {
        phase = PREPARED
    }

    fun closed() {
        phase = CLOSED
    }

    fun recorded() {
        phase = RECORDED
    }

    /** The latest [Snapshot] that the thread which recorded it had noticed, and kept the node for as it was without this lap; 0 without. */
    var recordedIn = 0

    /** Its neighbours in [OpenSuspendingLaps]. */
    var previous: OpenLap? = null
    var next: OpenLap? = null

    /** What number [kind] of [COROUTINE_TYPES] comes to when it has ended. */
    fun coroutineValue(kind: Int): Long = coroutineValue(kind, end, activeAtEnd)

    private fun coroutineValue(kind: Int, now: Long, active: Long): Long = when (kind) {
        ACTIVE_TIME -> active - activeAtBegin
        SUSPENDED_TIME -> maxOf(0L, now - begin - (active - activeAtBegin))
        SUSPENSIONS -> suspensions
        else -> threadChanges
    }

    /** The value so far of component [index], when the wall clock shows [now]; `null` where it cannot be read. */
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

    /** The value so far of component [index] of a lap that is not closed, when the wall clock shows [now]; `null` where it cannot be read. */
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
