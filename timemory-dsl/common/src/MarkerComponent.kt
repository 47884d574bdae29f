package timemory

import kotlin.coroutines.CoroutineContext
import timemory.internal.problems.activeProblems
import timemory.internal.text.shorten
import timemory.statistics.ComponentFields

/**
 * A component that tells another tool of the laps of its region, which shows them in its own way: a profiler, a tracer. It records nothing
 * itself, so results have no table of it.
 *
 * An instance knows the [label] of its region before its first lap. Its [MarkerType] says how it goes with coroutines. One bound to
 * threads ([Binding.THREAD]) is started and stopped, in a suspending region, for each slice on the thread that runs it; on virtual threads
 * it is started and stopped like any other. One that is not gets [startSuspending] and [stop] for the whole lap, which may be called on two
 * threads, and [attach] for each slice.
 *
 * ### Thread-safety
 * As [Component]; but [abandon] may come on another thread than [start], and what [attach] returned be closed while another thread goes on.
 */
public abstract class MarkerComponent : Component() {
    /** The label of the region; empty in an instance that no region has. */
    public var label: String = ""
        @InternalTimemoryApi set

    final override fun joinedRegion(label: String) {
        this.label = label
    }

    /** The trace that the last lap was part of, as 32 hexadecimal digits (W3C Trace Context); `null` where none is known. */
    @InternalTimemoryApi
    public open val traceId: String? get() = null

    /** Begins a lap of a suspending region, in place of [start], in the coroutine with [context]. */
    public open fun startSuspending(context: CoroutineContext): Unit = start()

    /**
     * A thread takes up the coroutine of a suspending region that is open: called on that thread, after [startSuspending]. What it
     * returns is closed on the same thread when that lets go of the coroutine or the region ends there, after [stop] then; `null` where
     * nothing is to be done. The thread may let go of the coroutine later than the next one takes it up.
     */
    public open fun attach(): AutoCloseable? = null

    /**
     * The region was left by a suspension, closed on another thread, or closed after the session had ended: called in place of [stop], on
     * whichever thread notices, to end in the other tool what can be ended there. It may find that no lap has begun, and a
     * [stop] that finds so may follow.
     */
    public open fun abandon() {}

    /**
     * Tells the user of [problem], once for each [kind], on the standard error stream and in
     * [Results.problems][timemory.results.Results.problems].
     */
    protected fun report(kind: String, problem: String): Unit = activeProblems().report(kind, problem)

    final override fun addTo(totals: Totals) {}

    final override fun recordSumOf(others: List<Component>) {}

    final override fun recordLastLapOf(other: Component) {}

    final override fun combine(other: Component, sign: Int) {}

    final override fun scale(factor: Double) {}

    final override fun exchange(fields: ComponentFields) {}

    override fun toString(): String = "$shortName('${shorten(label)}')"
}

/** The [ComponentType] of a [MarkerComponent]. */
public open class MarkerType<C : MarkerComponent>(id: String, description: String, factory: ComponentFactory<C>) :
    ComponentType<C>(id, description, Quantity.COUNT, factory) {
    final override val elementCount: Int get() = 0

    final override val hasValues: Boolean get() = false

    final override val isLeftOutOnVirtualThreads: Boolean get() = false
}

/** Tells the markers in [components] that their lap is not recorded. */
internal inline fun abandonMarkers(components: Array<Component?>, report: (index: Int, failure: Throwable) -> Unit) {
    for (i in components.indices) {
        try {
            (components[i] as? MarkerComponent)?.abandon()
        } catch (failure: Throwable) {
            report(i, failure)
        }
    }
}
