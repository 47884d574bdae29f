package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.Component
import timemory.MarkerComponent
import timemory.internal.platform.wallNanoseconds

/**
 * Part of what a suspending region measured: the slices in which one thread after another ran its coroutine.
 *
 * A slice is taken at a resumption and given back at the suspension that follows. There is a second one only where a
 * coroutine was resumed before the end of its last slice was noticed; that end then still has the first to itself.
 */
internal class Slice(val lap: SuspendingLap, val next: Slice?) {
    /** Those bound to threads, at their place in the bundle; most often there are none. */
    val components: Array<Component?> = if (!lap.set.isAnyThreadBound) {
        NONE
    } else {
        Array(lap.set.size) { i -> if (lap.set.isThreadBound(i)) lap.set.create(i, lap.path.label, onVirtualThread = false) else null }
    }

    /** Bit `i` is set once component `i` threw. */
    var failed = 0L
        private set

    var nextInFrame: Slice? = null
    private var onVirtualThread = false

    /** What components of the whole lap left with the thread. */
    private var attached: Array<AutoCloseable?>? = null

    /** When it began and on which thread, for timelines; no thread otherwise. */
    private var runBegin = 0L
    private var runThread = -1

    fun beginRun(thread: Int) {
        runBegin = wallNanoseconds()
        runThread = thread
    }

    fun hasFailed(index: Int): Boolean = failed and (1L shl index) != 0L

    /** How often it was begun: counted by the coroutine, which runs on one thread at a time. */
    private var begun = 1

    /** How often it has ended: counted by the thread that ran it. One variable for both would have to be changed atomically. */
    @Volatile
    private var ended = 0

    val isRunning: Boolean get() = ended != begun

    fun isOf(lap: SuspendingLap): Boolean = this.lap === lap

    /** Restarts it; `false` where its last end is still to come. */
    fun take(): Boolean {
        if (isRunning) return false
        begun++
        return true
    }

    /** Ends what [take] began, and nothing was started for. */
    fun giveBack() {
        ended++
    }

    fun start(onVirtualThread: Boolean) {
        this.onVirtualThread = onVirtualThread
        for (i in components.lastIndex downTo 0) if (measures(i)) guarded(i, "start") { start(components[i]) }
    }

    private fun start(component: Component?) {
        val stream = lap.stream
        if (stream == null) component?.start() else component?.startOn(stream)
    }

    private fun measures(index: Int) = !onVirtualThread || !lap.set.types[index].isLeftOutOnVirtualThreads

    /** Its lap is over: the components forget what they measured. */
    fun reset() {
        for (component in components) component?.reset()
    }

    /** Lets [markers] of the whole lap attach to the thread, those of its places that are not `null`. */
    fun attach(markers: Array<MarkerComponent?>) {
        val attached = attached ?: arrayOfNulls<AutoCloseable>(markers.size).also { attached = it }
        for (i in markers.lastIndex downTo 0) guarded(i, "attach") { attached[i] = markers[i]?.attach() }
    }

    /** Takes from the thread what was attached. */
    fun detach() {
        val attached = attached ?: return
        for (i in attached.indices) {
            val attachment = attached[i] ?: continue
            attached[i] = null
            guarded(i, "detach") { attachment.close() }
        }
    }

    /** Ends; the region ends with it. */
    fun end() {
        for (i in components.indices) if (measures(i)) guarded(i, "stop") { components[i]?.stop() }
        detach()
        if (runThread >= 0) lap.endRun(runBegin, runThread)
        ended++
    }

    /** Ends with its frame, while its region is open or has been closed on another thread already. */
    fun endWithFrame(graph: ThreadGraph) {
        val recorded = lap.recordedLaps // before it ends: then the lap may be recorded, and be another one
        end()
        lap.recordIfLast(graph, recorded)
    }

    private inline fun guarded(index: Int, method: String, action: () -> Unit) {
        if (hasFailed(index)) return
        try {
            action()
        } catch (failure: Throwable) {
            failed = failed or (1L shl index)
            lap.reportFailure(index, method, failure)
        }
    }

    private companion object {
        val NONE = arrayOfNulls<Component>(0)
    }
}
