package timemory

import kotlin.coroutines.CoroutineContext
import timemory.internal.problems.activeProblems
import timemory.internal.text.shorten
import timemory.statistics.ComponentFields

/**
 * A component that forwards the laps of its region to another tool, such as a profiler or a tracer. It records nothing itself, so results
 * have no table for it.
 *
 * An instance knows the [label] of its region before its first lap. Its [MarkerType] decides how it works with coroutines. A thread-bound
 * marker ([Binding.THREAD]) is started and stopped, in a suspending region, for each slice on the thread that runs it; on virtual threads
 * it is started and stopped like any other. Other markers receive [startSuspending] and [stop] for the whole lap, possibly on two threads,
 * and [attach] for each slice.
 *
 * ### Thread-safety
 * As for [Component]; but [abandon] may be called on another thread than [start], and the object returned by [attach] may be closed while
 * another thread continues.
 */
public abstract class MarkerComponent : Component() {
    /** The label of the region; empty in an instance without a region. */
    public var label: String = ""
        @InternalTimemoryApi set

    final override fun joinedRegion(label: String) {
        this.label = label
    }

    /** The trace that the last lap was part of, as 32 hexadecimal digits (W3C Trace Context); `null` if unknown. */
    @InternalTimemoryApi
    public open val traceId: String? get() = null

    /** Starts a lap of a suspending region in the coroutine with [context], in place of [start]. */
    public open fun startSuspending(context: CoroutineContext): Unit = start()

    /**
     * Called on a thread that resumes the coroutine of an open suspending region, after [startSuspending]. The returned object is closed on
     * the same thread when the coroutine suspends there, or after [stop] if the region ends there; return `null` if nothing is to be done.
     * A thread may notice a suspension only after the next thread has resumed the coroutine.
     */
    public open fun attach(): AutoCloseable? = null

    /**
     * The region was left by a suspension, closed on another thread, or closed after the session had ended: called in place of [stop], on
     * the thread that notices, to end what can be ended in the other tool. It may be called without an open lap, and may be followed by a
     * [stop] without one.
     */
    public open fun abandon() {}

    /**
     * Reports [problem], once for each [kind], on the standard error stream and in
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

/** Notifies the markers in [components] that their lap is not recorded. */
internal inline fun abandonMarkers(components: Array<Component?>, report: (index: Int, failure: Throwable) -> Unit) {
    for (i in components.indices) {
        try {
            (components[i] as? MarkerComponent)?.abandon()
        } catch (failure: Throwable) {
            report(i, failure)
        }
    }
}
