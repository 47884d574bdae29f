package timemory.bundle

import timemory.Component
import timemory.ComponentType
import timemory.Stream
import timemory.Totals
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.recording
import timemory.internal.problems.activeProblems
import timemory.internal.text.shorten

/**
 * A handle on a region, for code without a block to measure: created by `bundle.region("solve")`, then started and stopped any number of
 * times. Each lap is recorded in the call graph, below the region open at its start, and added to the handle's own totals, which [reset]
 * clears.
 *
 * Starting it twice, or stopping it without a start, does nothing and is reported once.
 *
 * ### Thread-safety
 * Use it on one thread at a time, and stop it on the thread that started it.
 *
 * @property label names the region
 */
public sealed class Region(private val bundle: Bundle, public val label: String) : AutoCloseable {
    private val copies = LapCopies(bundle)
    private var node: Node? = null

    /** Whether a lap is running. */
    public var isRunning: Boolean = false
        private set

    /** Starts a lap. */
    public fun start() {
        if (begins()) node = if (recording) enterAndStart(label, bundle.set)?.held() else null
    }

    /**
     * Starts a lap; components that support streams are started with [stream] (see [StreamComponent][timemory.StreamComponent]), the others
     * as usual.
     *
     * @throws IllegalArgumentException if none of the components accepts a stream
     */
    public fun start(stream: Stream) {
        bundle.set.requireStreams()
        if (begins()) node = if (recording) enterAndStart(label, bundle.set, stream)?.held() else null
    }

    private fun begins(): Boolean {
        if (isRunning) {
            misuse("start twice", "was started twice without a stop: the first start counts")
            return false
        }
        isRunning = true
        return true
    }

    /** Ends the lap. */
    public fun stop() {
        if (!isRunning) return misuse("stop without start", "was stopped while it was not open: nothing is recorded")
        isRunning = false
        val open = node ?: return
        node = null
        open.closeHeld(copies::stopAndCopy)
    }

    /**
     * The instance that measures component [index] of the bundle in the running lap, for callers that need more than start and stop, such
     * as a number to [store][timemory.LongTracker.store]; `null` if no lap is running or the component is not measured here. Use it only
     * until [stop].
     */
    internal fun component(index: Int): Component? = node?.let { copies.componentOf(it, index) }

    /** The components of its totals. */
    internal val types: List<ComponentType<*>> get() = copies.types

    /** Resets the totals of this handle; the laps in the call graph are kept. */
    public fun reset() {
        copies.reset()
    }

    /** Ends the lap if one is running. */
    override fun close() {
        if (isRunning) stop()
    }

    /** Returns the totals over all laps since [reset], in the order of the bundle's components. */
    public fun get(): List<Component> = copies.asList()

    /** Returns the values of [get] as totals, the form used in results. */
    public fun totals(): List<Totals> = types.zip(get()) { type, component -> Totals(type).also(component::addTo) }

    internal fun <C : Component> totalsAt(index: Int): C = copies[index]

    private fun misuse(kind: String, what: String) {
        if (recording) activeProblems().report(kind) { "region '${shorten(label)}' $what" }
    }
}
