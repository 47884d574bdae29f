@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.concurrent.ThreadLocal
import kotlin.native.internal.NativePtr
import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.get
import kotlinx.cinterop.interpretCPointer
import timemory.LongComponent
import timemory.LongDeltaComponent
import timemory.LongTracker
import timemory.Scope
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.ContextFrame
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.graphForFrame
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.stillRecorded

/*
 * Context propagation for C: implementation of timemory/context.h.
 */

/** No position: nothing is recorded. */
private const val NOWHERE = 0L

private const val NUMBER_BITS = 32

/**
 * The positions of one session that have numbers for C. A number has two parts, the session and the position in it, so that none of an
 * earlier session is mistaken for a position of this one. There are no more than there are call paths, which `TIMEMORY_MAX_NODES` limits.
 */
private class NumberedPlaces(
    /** Identifies the session without keeping the rest of it in memory. */
    val root: CallPath,
    private val serial: Long,
) : SynchronizedObject() {
    private val numbers = HashMap<CallPath, Int>()

    /** By number. Replaced by a longer one when it is full. */
    @Volatile
    private var paths = arrayOfNulls<CallPath>(16)

    fun numberOf(path: CallPath): Long = synchronized(this) {
        val number = numbers.getOrPut(path) { add(path) }
        serial shl NUMBER_BITS or number.toLong()
    }

    private fun add(path: CallPath): Int {
        val number = numbers.size
        val known = paths
        val room = if (number < known.size) known else known.copyOf(2 * number)
        room[number] = path
        paths = room // visible with its contents to those that get the number from now on
        return number
    }

    fun pathOf(number: Long): CallPath? =
        if (number ushr NUMBER_BITS == serial) paths.getOrNull((number and (1L shl NUMBER_BITS) - 1L).toInt()) else null
}

private object Places : SynchronizedObject() {
    @Volatile
    private var current: NumberedPlaces? = null
    private var sessions = 0L

    fun of(session: Session): NumberedPlaces {
        val root = session.paths.root
        val known = current
        if (known != null && known.root === root) return known
        return synchronized(this) {
            current?.takeIf { it.root === root } ?: NumberedPlaces(root, ++sessions).also { current = it }
        }
    }

    /** Returns the position with the number for a thread with [graph]; `null` for one of another session. */
    fun find(graph: ThreadGraph, number: Long): CallPath? = current?.takeIf { it.root === graph.session.paths.root }?.pathOf(number)
}

/** The last position requested by one thread, and its number. */
@ThreadLocal
private var hereOfThread: Here? = null

private val here: Here get() = hereOfThread ?: Here().also { hereOfThread = it }

private class Here {
    var path: CallPath? = null
    var number = NOWHERE

    /** Frames that it entered and has not left, the last one at the end. */
    val frames = ArrayList<ContextFrame>()
}

internal fun contextHere(): Long {
    if (!recording) return NOWHERE
    val graph = graphForFrame() ?: return NOWHERE
    val path = graph.position().path
    val here = here
    if (here.path !== path) {
        here.number = Places.of(graph.session).numberOf(path)
        here.path = path
    }
    return here.number
}

internal fun contextEnter(context: Long): Int {
    val graph = (if (recording) graphForFrame() else null) ?: return 0
    val path = Places.find(graph, context) ?: return 0
    here.frames.add(graph.push(graph.propagated(path), null))
    return 1
}

internal fun contextLeave() {
    val frame = here.frames.removeLastOrNull()
    if (frame == null) {
        Mistakes.tell("timemory_context_leave: this thread has not entered a context, or already left it")
    } else if (stillRecorded(frame.graph) && frame.isOpen) {
        frame.graph.pop(frame)
    }
}

internal fun contextAddLaps(context: Long, bundle: Int, name: Int, text: NativePtr, count: Int, values: NativePtr) {
    val set = bundleNumbered(bundle)?.set ?: return
    val numbers = interpretCPointer<LongVar>(values) ?: return
    val graph = (if (recording) graphForFrame() else null) ?: return
    val label = nameOf(name, text)
    var node: Node? = null
    for (lap in 0 until count) {
        // In timeline scope each lap has its own node.
        if (node == null || node.path.scope == Scope.TIMELINE) node = nodeOfLaps(graph, context, label, set) ?: return
        addLap(graph, node, numbers[lap])
    }
}

/**
 * Returns the node of the region below the position, concurrent with a thread that is there itself; below the thread's current position for
 * 0.
 */
private fun nodeOfLaps(graph: ThreadGraph, context: Long, label: String, set: ComponentSet): Node? {
    if (set.isEmpty) return null
    if (context == NOWHERE) return graph.session.nodeFor(graph, graph.position(), label, set)
    val path = Places.find(graph, context) ?: return null
    return graph.session.nodeFor(graph, graph.anchor(path, path.depth), label, set)
}

/** Recorded like a suspending lap: results that are being made preserve the node without it. */
private fun addLap(graph: ThreadGraph, node: Node, value: Long) {
    if (!graph.session.isActive) graph.keepNode(node)
    graph.beginChange()
    for (i in node.components.indices) {
        val component = node.components[i] as? LongComponent ?: continue
        val isTime = component is LongDeltaComponent && component.readsWallClock
        if (!isTime && component !is LongTracker) continue
        try {
            component.recordValue(if (isTime) maxOf(0L, value) else value)
            node.distributions?.get(i)?.record(component.last)
        } catch (failure: IllegalArgumentException) { // a value that the component does not accept
            Mistakes.tell("timemory_context_add_laps: ${failure.message}")
        }
    }
    graph.endChange()
}
