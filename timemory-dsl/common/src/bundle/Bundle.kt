package timemory.bundle

import kotlin.concurrent.Volatile
import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.coroutines.coroutineContext
import kotlin.jvm.JvmSynthetic
import timemory.ComponentType
import timemory.ExperimentalTimemoryApi
import timemory.OpenRegion
import timemory.Strand
import timemory.Stream
import timemory.UnrecordedRegion
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.closeSuspending
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.enter
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.openSuspending
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.startAll
import timemory.internal.callgraph.stopAll
import timemory.internal.lean.*
import timemory.internal.platform.isOutOfMemory
import timemory.internal.problems.activeProblems
import timemory.openInStrand

/**
 * A set of components under one handle:
 * ```
 * val tools = bundle<WallClock, ThreadCpuClock>()
 *
 * val answer = tools.measure("solve") { solve() }
 * ```
 *
 * In every form, a region belongs to the thread that opened it and is a child of that thread's current region.
 *
 * ### Thread-safety
 * May be used by any number of threads at once.
 */
public abstract class Bundle internal constructor(set: ComponentSet) : BundleForms() {
    /**
     * Changes only in a [UserBundle] and in a bundle that includes one, at any time; a region keeps the set that it was opened with.
     */
    @PublishedApi
    internal var set: ComponentSet = set
        set(value) {
            if (value === field) return
            val earlier = earlierSets.orEmpty()
            if (field !in earlier) earlierSets = earlier + field
            field = value
        }

    /**
     * Sets that regions may have been pushed with; `null` for none. There are few, because bundles with the same components share a set.
     */
    @Volatile
    private var earlierSets: List<ComponentSet>? = null

    /** The components, in the given order. */
    public val types: List<ComponentType<*>> get() = set.types

    /**
     * Measures [block] as one lap of the region [label] and returns its result. The region ends however [block] is left: at its end, by
     * `return`, `break` or an exception.
     *
     * @sample readme.first.main
     * @since 0.2.0
     */
    @JvmSynthetic // Java has `run`, `call` and `get`
    @OptIn(ExperimentalContracts::class)
    public inline fun <R> measure(label: String, block: () -> R): R {
        contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
        val node = if (recording) enterAndStart(label, set) else null
        try {
            return block()
        } finally {
            if (node != null) stopAll(node)
        }
    }

    /**
     * Measures the suspending [block] like [timemory.measureSuspending], and returns its result.
     *
     * @sample readme.coroutines.main
     * @since 0.2.0
     */
    @JvmSynthetic // Java has no coroutines
    @OptIn(ExperimentalContracts::class)
    public suspend inline fun <R> measureSuspending(label: String, block: () -> R): R {
        contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
        val lap = if (recording) openSuspending(coroutineContext, label, set) else null
        try {
            return block()
        } finally {
            if (lap != null) closeSuspending(lap)
        }
    }

    /**
     * Opens the region [label]; the returned object closes it. For Java's try-with-resources and Kotlin's `use`. Does not allocate.
     */
    override fun open(label: String): OpenRegion = (if (recording) enterAndStart(label, set)?.held() else null) ?: UnrecordedRegion

    /**
     * Opens the region [label] in [strand], which the calling thread has resumed. Close it on the thread that runs the strand at that time.
     * The returned object is not reused for other laps.
     */
    @ExperimentalTimemoryApi
    public fun open(label: String, strand: Strand): OpenRegion =
        (if (recording) openInStrand(strand, label, set) else null) ?: UnrecordedRegion

    /**
     * Measures [block] as a region; components that support streams are started with [stream] (see
     * [StreamComponent][timemory.StreamComponent]), the others as usual.
     *
     * @throws IllegalArgumentException if none of the components accepts a stream
     */
    @JvmSynthetic // as above
    @OptIn(ExperimentalContracts::class)
    public inline fun <R> measure(label: String, stream: Stream, block: () -> R): R {
        contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
        val node = if (recording) enterAndStart(label, set, stream) else null
        try {
            return block()
        } finally {
            if (node != null) stopAll(node)
        }
    }

    /**
     * Measures the suspending [block] as a region; components that support streams are started with [stream] (see
     * [StreamComponent][timemory.StreamComponent]), the others as usual. A thread-bound component is started with it on each thread that
     * runs the coroutine.
     *
     * @throws IllegalArgumentException if none of the components accepts a stream
     */
    @JvmSynthetic // as above
    @OptIn(ExperimentalContracts::class)
    public suspend inline fun <R> measureSuspending(label: String, stream: Stream, block: () -> R): R {
        contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
        val lap = if (recording) openSuspending(coroutineContext, label, set, stream) else null
        try {
            return block()
        } finally {
            if (lap != null) closeSuspending(lap)
        }
    }

    /**
     * Opens a region; components that support streams are started with [stream] (see [StreamComponent][timemory.StreamComponent]), the
     * others as usual.
     *
     * @throws IllegalArgumentException if none of the components accepts a stream
     */
    override fun open(label: String, stream: Stream): OpenRegion =
        (if (recording) enterAndStart(label, set, stream)?.held() else null) ?: UnrecordedRegion

    /** Opens the region [label]; [pop] closes it. */
    public fun push(label: String) {
        val set = set
        val node = if (recording) enterAndStart(label, set) else null
        if (node != null) markPushed(node, label) else currentGraph?.pushes?.addUnrecorded(set)
    }

    /**
     * Closes the region of this bundle that [push] opened last on this thread. If there is none, this is reported once and nothing else
     * happens.
     */
    public fun pop() {
        // It is usually the innermost region.
        val graph = currentGraph
        val top = graph?.top
        if (top != null && top.isPushed && top.set === set && graph.pushes.isEmpty) return popNode(top)
        pop { true }
    }

    /** Closes the pushed region [label]; regions pushed after it stay open. */
    public fun pop(label: String) {
        pop { it.pushedAs == label }
    }

    private inline fun pop(isMeant: (Node) -> Boolean) {
        val set = set
        val earlier = earlierSets
        val graph = currentGraph ?: return reportPopWithoutPush("pop of bundle [$set]")
        if (graph.pushes.removeUnrecorded(set) || earlier != null && earlier.any { graph.pushes.removeUnrecorded(it) }) return
        graph.forEachOpen { node ->
            if (node.isFrame) return reportPopWithoutPush("pop of bundle [$set]")
            if (node.isPushed && (node.set === set || earlier != null && node.set in earlier) && isMeant(node)) return popNode(node)
        }
        reportPopWithoutPush("pop of bundle [$set]")
    }

    override fun toString(): String = "bundle of $set"
}

/** Opens a region that ends with a block and is not visible to callers. */
internal fun openBlock(bundle: Bundle, label: String): OpenRegion =
    (if (recording) enterAndStart(label, bundle.set) else null) ?: UnrecordedRegion

internal fun openBlock(bundle: Bundle, label: String, stream: Stream): OpenRegion =
    (if (recording) enterAndStart(label, bundle.set, stream) else null) ?: UnrecordedRegion

/** Marks [node], which was just opened, to be closed by a pop of [label]. In a loop, it is the same string as the last time. */
internal fun markPushed(node: Node, label: String) {
    node.setPushed()
    if (node.pushedAs !== label) node.pushedAs = label
}

/** Closes [node], which was pushed. */
internal fun popNode(node: Node) = node.closeHeld(::stopAll)

internal fun reportPopWithoutPush(pop: String) {
    if (!recording || currentGraph?.pushes?.mayHaveEarlier ?: (activeSession()?.hasBeenOff == true)) return
    try {
        activeProblems().report("pop without push") { "$pop without a push on this thread: nothing is recorded" }
    } catch (failure: Throwable) {
        if (!isOutOfMemory(failure)) throw failure
    }
}
