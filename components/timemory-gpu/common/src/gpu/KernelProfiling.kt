package timemory.gpu

import timemory.ComponentType
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.hold
import timemory.internal.source.reasonWithout

/**
 * Measures each kernel, for the laps that are open on the thread that launched it.
 *
 * CUPTI itself divides the work of a context into kernels, replays each as often as its metrics require, and returns their values in launch
 * order, without names. [KernelLaunches] records which thread launched which. Whenever a lap of the context starts or ends, both are
 * matched:
 *
 * - if as many kernels were counted as launched, and no two threads were launching any at the same time, each is assigned to the laps of
 * its thread, by its name;
 * - otherwise, if one thread launched everything that was noted, and no more were counted unless graphs launch them, they are assigned to
 * its laps, and they are named if there is only one;
 * - otherwise their origin is unknown: they belong to no lap, and their number is reported when results are made.
 *
 * If fewer were counted than were launched, or none for a graph, the laps that launched them are lost. CUPTI counts no kernels of a graph
 * that was instantiated while it did not profile, and none at all afterwards (observed on an H200, with CUPTI of CUDA 13.0): then profiling
 * is restarted.
 *
 * All components of one context share the profiler, which counts everything that any of them needs. If CUPTI fails during a range, what the
 * open laps missed is unknown: they are lost, and recorded ones are kept.
 */
internal object KernelProfiling : ProfiledContexts.Holder {
    private class Profiled(val context: Long) {
        val open = ArrayList<KernelLap>()
        var plan: MetricPlan? = null
        var profiler: RangeProfiler? = null

        fun use(next: MetricPlan) {
            closeProfiler()
            plan = next
            profiler = RangeProfiler(next, RangeMode.KERNELS)
        }

        /** Restarts CUPTI's profiler. */
        fun beginAnew() {
            val reason = profiler?.close()
            profiler = null
            check(reason == null) { "CUPTI does not release the context: $reason" }
            profiler = RangeProfiler(plan!!, RangeMode.KERNELS)
        }

        fun closeProfiler(): String? {
            val reason = profiler?.close()
            profiler = null
            plan?.close()
            plan = null
            return reason
        }
    }

    /** Kernels that were not assigned to any lap, and their total time. */
    private class Lost(val sentence: (Long, Long) -> String) {
        var count = 0L
            private set
        var nanoseconds = 0.0
            private set

        fun add(nanoseconds: Double) {
            count++
            this.nanoseconds += nanoseconds
        }

        fun forget() {
            count = 0L
            nanoseconds = 0.0
        }
    }

    override val component: String get() = "cupti_profiler"

    private val contexts = HashMap<Long, Profiled>()
    private val threads = HashMap<KernelLap, KernelLaunches.ThreadNotes>()
    private var isRegistered = false
    private val outside = Lost { count, nanoseconds ->
        "$count kernels ($nanoseconds ns) were launched by threads outside any region with it, and are not counted"
    }
    private val untold = Lost { count, nanoseconds ->
        "$count kernels ($nanoseconds ns) were launched by several threads at once, or by calls that CUPTI did not report: their " +
            "regions are unknown, and they are not counted"
    }

    /** Starts [lap] on the calling thread, on which its context must be current. */
    fun open(device: Int, lap: KernelLap): KernelLap = ProfiledContexts.lock.hold {
        val known = contexts[lap.context]
        val metrics = (listOf(TIME) + known?.plan?.metrics.orEmpty() + lap.metrics).distinct()
        if (known == null) begin(lap.context)
        val plan = try {
            if (metrics == known?.plan?.metrics) null else MetricPlan(lap.context, device, metrics)
        } catch (failure: Throwable) {
            contexts[lap.context]?.takeIf { it.plan == null }?.let(::forget)
            throw failure
        }
        val profiled = contexts.getValue(lap.context)
        next(profiled) {
            profiled.open.add(lap)
            plan?.let(profiled::use)
        }
        lap.failure?.let { throw IllegalStateException(it) }
        threads[lap] = KernelLaunches.open(lap)
        lap
    }

    /** Ends [lap]. Throws an exception with the reason if it is lost. */
    fun close(lap: KernelLap): KernelLap = ProfiledContexts.lock.hold {
        val profiled = contexts[lap.context]
        if (profiled != null && lap in profiled.open) next(profiled) { profiled.open.remove(lap) }
        threads.remove(lap)?.let { KernelLaunches.close(lap, it) }
        lap.failure?.let { throw IllegalStateException(it) }
        lap
    }

    private fun begin(context: Long) {
        if (!isRegistered) SessionHooks.onResults { _, isEnd -> if (isEnd) end() }
        isRegistered = true
        ProfiledContexts.claim(context, this)
        try {
            if (contexts.isEmpty()) KernelLaunches.subscribe(kernels = true)
        } catch (failure: Throwable) {
            ProfiledContexts.release(context)
            throw failure
        }
        contexts[context] = Profiled(context)
    }

    /** Takes what was counted, and starts counting again for the laps that are open after [change]. */
    private fun next(profiled: Profiled, change: () -> Unit) {
        val lost = if (profiled.open.isEmpty()) null else reasonWithout { take(profiled); 0L }
        if (lost != null) profiled.open.forEach { it.failure = lost }
        val refused = reasonWithout { change(); 0L }
        val failure = lost ?: refused ?: if (profiled.open.isEmpty()) null else reasonWithout { start(profiled); 0L }
        if (failure == null) return
        profiled.open.forEach { it.failure = it.failure ?: failure }
        forget(profiled)
    }

    private fun start(profiled: Profiled) {
        KernelLaunches.begin(profiled.context)
        profiled.profiler!!.start()
    }

    private fun take(profiled: Profiled) {
        val kernels = try {
            profiled.profiler!!.stop()
        } catch (failure: Throwable) {
            KernelLaunches.end(profiled.context)
            throw failure
        }
        val notes = KernelLaunches.end(profiled.context)
        give(profiled.plan!!.metrics, notes, kernels)
        if (kernels.isEmpty() && notes.launches.isNotEmpty()) profiled.beginAnew()
    }

    private fun give(metrics: List<String>, notes: KernelLaunches.Notes, kernels: List<DoubleArray>) {
        val launches = notes.launches
        val isCounted = launches.none { it.isGraph }
        if (kernels.size < (if (isCounted) launches.size else 1)) {
            val missing = if (isCounted) "of the ${launches.size} kernels in it" else "kernels of the ${launches.size} launches, of " +
                "graphs among them, in it (it measures graphs that were instantiated in a region with it)"
            val failure = "CUPTI measured ${kernels.size} $missing"
            return launches.flatMapTo(HashSet()) { it.laps }.forEach { it.failure = failure }
        }
        val arePaired = isCounted && launches.size == kernels.size && !notes.isCut && launches.none { it.isOverlapped }
        if (arePaired) {
            for ((i, launch) in launches.withIndex()) give(metrics, launch.laps, launch.name, kernels[i])
            return
        }
        val owner = launches.firstOrNull()
        val isAllNoted = !isCounted || kernels.size == launches.size
        val isOfOne = owner != null && isAllNoted && !notes.isCut && launches.all { it.thread === owner.thread }
        val name = launches.map { it.name }.distinct().singleOrNull() ?: UNNAMED
        for (kernel in kernels) if (isOfOne) give(metrics, owner.laps, name, kernel) else untold.add(kernel[0])
    }

    private fun give(metrics: List<String>, laps: List<KernelLap>, name: String, kernel: DoubleArray) {
        val nanoseconds = kernel[0]
        if (laps.isEmpty()) outside.add(nanoseconds)
        val named = HashSet<ComponentType<*>>()
        for (lap in laps.asReversed()) {
            val values = DoubleArray(lap.metrics.size) { kernel[metrics.indexOf(lap.metrics[it])] }
            lap.add(name, values, nanoseconds, isInnermost = named.add(lap.owner))
        }
    }

    /** Stops profiling; returns why that failed, `null` if it did not. */
    private fun forget(profiled: Profiled): String? {
        contexts.remove(profiled.context)
        ProfiledContexts.release(profiled.context)
        for (lap in profiled.open) threads.remove(lap)?.let { KernelLaunches.close(lap, it) }
        profiled.open.clear()
        KernelLaunches.end(profiled.context)
        val reason = profiled.closeProfiler()
        return reason ?: if (contexts.isEmpty()) KernelLaunches.unsubscribe() else null
    }

    override fun release(context: Long): Boolean {
        val profiled = contexts[context] ?: return true
        if (profiled.open.isNotEmpty()) return false
        forget(profiled)
        return true
    }

    /** Called when the session ends: open laps are shown as open. */
    private fun end() {
        val findings = Findings()
        endAlone(findings)
        findings.report()
    }

    private fun endAlone(findings: Findings): Unit = ProfiledContexts.lock.hold {
        // A session that has started meanwhile may have laps open here, and will do this itself.
        if (activeSession() != null) return
        for (profiled in contexts.values.toList()) {
            if (profiled.open.isNotEmpty()) reasonWithout { take(profiled); 0L }
            val reason = forget(profiled) ?: continue
            findings.add("cupti_profiler end", "cupti_profiler: a context is still being profiled: $reason")
        }
        for (lost in listOf(outside, untold)) {
            if (lost.count > 0L) {
                val sentence = lost.sentence(lost.count, lost.nanoseconds.toLong())
                findings.add("cupti_profiler ${lost.sentence(0L, 0L)}", "cupti_profiler: $sentence")
            }
            lost.forget()
        }
    }

    /** Always measured, for each kernel. */
    const val TIME = "gpu__time_duration.sum"
    private const val UNNAMED = "(kernels with unknown names)"
}
