package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.Component
import timemory.MarkerComponent
import timemory.internal.platform.wallNanoseconds

/**
 * Part of the values of a suspending region: the slices in which threads, one after another, ran its coroutine.
 *
 * A slice is taken at a resumption and returned at the following suspension. There is a second one only if a coroutine was resumed before
 * the end of its last slice was noticed; the first is then still in use by that end.
 */
internal class Slice(val lap: SuspendingLap, val next: Slice?) {
    /** The thread-bound components, at their index in the bundle; usually there are none. */
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

    /** Objects that components of the whole lap attached to the thread. */
    private var attached: Array<AutoCloseable?>? = null

    /** When it began and on which thread, for timelines; no thread otherwise. */
    private var runBegin = 0L
    private var runThread = -1

    fun beginRun(thread: Int) {
        runBegin = wallNanoseconds()
        runThread = thread
    }

    fun hasFailed(index: Int): Boolean = failed and (1L shl index) != 0L

    /** How often it was started: counted by the coroutine, which runs on one thread at a time. */
    private var begun = 1

    /** How often it has ended: counted by the thread that ran it. A single variable for both would have to be changed atomically. */
    @Volatile
    private var ended = 0

    val isRunning: Boolean get() = ended != begun

    fun isOf(lap: SuspendingLap): Boolean = this.lap === lap

    /** Restarts it; `false` if its last end is still pending. */
    fun take(): Boolean {
        if (isRunning) return false
        begun++
        return true
    }

    /** Ends a slice from [take] for which nothing was started. */
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

    /** Its lap has ended: clears the recorded values of the components. */
    fun reset() {
        for (component in components) component?.reset()
    }

    /** Attaches [markers] of the whole lap, those that are not `null`, to the thread. */
    fun attach(markers: Array<MarkerComponent?>) {
        val attached = attached ?: arrayOfNulls<AutoCloseable>(markers.size).also { attached = it }
        for (i in markers.lastIndex downTo 0) guarded(i, "attach") { attached[i] = markers[i]?.attach() }
    }

    /** Detaches from the thread what was attached. */
    fun detach() {
        val attached = attached ?: return
        for (i in attached.indices) {
            val attachment = attached[i] ?: continue
            attached[i] = null
            guarded(i, "detach") { attachment.close() }
        }
    }

    /** Ends it together with its region. */
    fun end() {
        for (i in components.indices) if (measures(i)) guarded(i, "stop") { components[i]?.stop() }
        detach()
        if (runThread >= 0) lap.endRun(runBegin, runThread)
        ended++
    }

    /** Ends it with its frame, while its region is open or has already been closed on another thread. */
    fun endWithFrame(graph: ThreadGraph) {
        val recorded = lap.recordedLaps // before it ends: afterwards the lap may have been recorded and be another one
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
