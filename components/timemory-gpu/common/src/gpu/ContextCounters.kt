package timemory.gpu

import timemory.bundle.Lap
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.hold
import timemory.internal.source.reasonWithout

/**
 * Counts the work of whole contexts, for laps that are open there.
 *
 * CUPTI counts between the start and the end of a range. Ranges of a context cannot overlap, but regions can: they end in any order, on
 * several threads. So there is one range at a time: whenever a lap starts or ends, the range ends, its counts are added to all open laps,
 * and a new range starts. Work that other threads launch at that very moment is in neither.
 *
 * CUPTI does not count graphs unless they were instantiated while it was counting, and with several of those in progress it was seen to
 * break the program's kernels (on an H200, with CUPTI of CUDA 13.0). So laps in which graphs were launched are lost.
 *
 * If CUPTI fails during a range, what the open laps missed is unknown: they are lost, and recorded ones are kept.
 */
internal object ContextCounters : ProfiledContexts.Holder {
    /** A lap on [context]; [sums] are its counts, in the order of the metrics. */
    class Lap(val context: Long, size: Int) {
        val sums = DoubleArray(size)
        val graphsBefore = KernelLaunches.graphsOn(context)

        /** Why it is lost; `null` if it is not. */
        var failure: String? = null
    }

    private class Counted(val plan: MetricPlan, val profiler: RangeProfiler) {
        val open = ArrayList<Lap>()

        /** Why graph launches cannot be detected; `null` if they can. */
        val unwatched = reasonWithout { KernelLaunches.subscribe(kernels = false); 0L }
    }

    override val component: String get() = "cupti_counters"

    private val contexts = HashMap<Long, Counted>()
    private var isRegistered = false
    private val findings = Findings()

    /** Starts a lap on the calling thread's current context. */
    fun open(choice: SelectedMetrics.Choice): Lap = openAlone(choice).also { findings.report() }

    private fun openAlone(choice: SelectedMetrics.Choice): Lap = ProfiledContexts.lock.hold {
        val context = CudaDriver.requireContext()
        val counted = contexts[context] ?: begin(context, choice)
        val lap = Lap(context, choice.metrics.size)
        next(counted) { counted.open.add(lap) }
        lap.failure?.let { throw IllegalStateException(it) }
        lap
    }

    /** Ends [lap], on any thread. Throws an exception with the reason if it is lost. */
    fun close(lap: Lap): DoubleArray = ProfiledContexts.lock.hold {
        val counted = contexts[lap.context]
        if (counted != null && lap in counted.open) next(counted) { counted.open.remove(lap) }
        val graphs = KernelLaunches.graphsOn(lap.context) - lap.graphsBefore
        if (graphs > 0L && lap.failure == null) {
            lap.failure = "$graphs graphs were launched during the lap, whose kernels CUPTI does not count in this mode " +
                "(cupti_profiler measures graphs that were instantiated in a region with it)"
        }
        lap.failure?.let { throw IllegalStateException(it) }
        lap.sums
    }

    private fun begin(context: Long, choice: SelectedMetrics.Choice): Counted {
        if (!isRegistered) SessionHooks.onResults { _, isEnd -> if (isEnd) end() }
        isRegistered = true
        ProfiledContexts.claim(context, this)
        var plan: MetricPlan? = null
        try {
            plan = MetricPlan(context, choice.device, choice.metrics.map { it.name })
            check(plan.passes <= 1L) {
                "the context's GPU needs ${plan.passes} passes to count ${plan.metrics.joinToString()}, but a region runs only once: " +
                    "name fewer metrics, or use " +
                    "cupti_profiler"
            }
            val begun = Counted(plan, RangeProfiler(plan, RangeMode.WHOLE))
            contexts[context] = begun
            begun.unwatched?.let { reason ->
                findings.add(
                    "cupti_counters graphs",
                    "cupti_counters: kernels of graphs, if any, are missing because their launches cannot be detected: " +
                        reason,
                )
            }
            return begun
        } catch (failure: Throwable) {
            plan?.close()
            ProfiledContexts.release(context)
            throw failure
        }
    }

    /** Ends the range and starts another one, for the laps that are open after [change]. */
    private fun next(counted: Counted, change: () -> Unit) {
        val wasOpen = counted.open.isNotEmpty()
        val failure = if (wasOpen) reasonWithout { add(counted); 0L } else null
        if (failure != null) counted.open.forEach { it.failure = failure }
        change()
        val next = failure ?: if (counted.open.isEmpty()) null else reasonWithout { counted.profiler.start(); 0L }
        if (next == null) return
        counted.open.forEach { it.failure = next }
        forget(counted)
    }

    private fun add(counted: Counted) {
        for (values in counted.profiler.stop()) {
            for ((i, value) in values.withIndex()) check(!value.isNaN()) { "CUPTI has no value for ${counted.plan.metrics[i]}" }
            for (lap in counted.open) for ((i, value) in values.withIndex()) lap.sums[i] += value
        }
    }

    /** Stops profiling; returns why that failed, `null` if it did not. */
    private fun forget(counted: Counted): String? {
        val context = counted.plan.context
        contexts.remove(context)
        ProfiledContexts.release(context)
        counted.open.clear()
        val unwatching = if (counted.unwatched == null) KernelLaunches.unsubscribe() else null
        return counted.profiler.close().also { counted.plan.close() } ?: unwatching
    }

    override fun release(context: Long): Boolean {
        val counted = contexts[context] ?: return true
        if (counted.open.isNotEmpty()) return false
        forget(counted)
        return true
    }

    /** Called when the session ends: open laps are shown as open. */
    private fun end() {
        endAlone()
        findings.report()
    }

    private fun endAlone(): Unit = ProfiledContexts.lock.hold {
        // A session that has started meanwhile may have laps open here, and will do this itself.
        if (activeSession() != null) return
        for (counted in contexts.values.toList()) {
            if (counted.open.isNotEmpty()) reasonWithout { counted.profiler.stop(); 0L }
            val reason = forget(counted) ?: continue
            findings.add("cupti_counters end", "cupti_counters: a context is still being profiled: $reason")
        }
    }
}
