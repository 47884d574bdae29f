package timemory.gpu

import timemory.ComponentType
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.hold
import timemory.internal.source.reasonWithout

/**
 * Measures each kernel, for the laps that are open on the thread that began it.
 *
 * CUPTI divides what a context does into kernels by itself, runs each as often as its metrics take, and gives their values in the order in
 * which they were begun, without names. [KernelLaunches] notes which thread began which. Whenever a lap of the context begins or ends, both
 * are put together:
 *
 * - where as many kernels were counted as begun, and no two threads were beginning any at the same time, each goes to the laps of its
 * thread, by its name;
 * - otherwise, where one thread began all that was noted, and no more were counted unless graphs begin them, they go to its laps, and their
 * names are told where there is
 *   one only;
 * - otherwise nobody knows whose they are: they belong to no lap, and how many there were is told when results are made.
 *
 * Where fewer were counted than were begun, or none of graphs, the laps that began them are lost. CUPTI counts no kernels of a graph that
 * was instantiated while it did not profile, and afterwards none at all (so on an H200, with CUPTI of CUDA 13.0): then it begins anew.
 *
 * All components of one context share the profiler; it counts what any of them wants. Where CUPTI fails in the middle, what the open laps
 * missed is not known: they are lost, and those that were recorded stay.
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

        /** Lets CUPTI go, and come back. */
        fun beginAnew() {
            val reason = profiler?.close()
            profiler = null
            check(reason == null) { "CUPTI does not let go of the context: $reason" }
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

    /** Kernels that no lap was given, and how long they took. */
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
        "$count kernels ($nanoseconds ns) were launched by threads outside of regions with it, and belong to none"
    }
    private val untold = Lost { count, nanoseconds ->
        "$count kernels ($nanoseconds ns) were launched by several threads at once, or by calls that CUPTI did not report: nobody knows " +
            "whose they are, and they " +
            "belong to no region"
    }

    /** Begins [lap] on the calling thread, which its context must be current on. */
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

    /** Ends [lap]. Throws an exception with the reason where it is lost. */
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

    /** Takes what was counted, and begins to count anew for the laps that are open after [change]. */
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

    /** Ends to profile; tells why that failed, `null` where it did not. */
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

    /** The session is over: laps that are open are shown as that. */
    private fun end() {
        val findings = Findings()
        endAlone(findings)
        findings.report()
    }

    private fun endAlone(findings: Findings): Unit = ProfiledContexts.lock.hold {
        // A session that has begun meanwhile may have laps open here, and ends this itself.
        if (activeSession() != null) return
        for (profiled in contexts.values.toList()) {
            if (profiled.open.isNotEmpty()) reasonWithout { take(profiled); 0L }
            val reason = forget(profiled) ?: continue
            findings.add("cupti_profiler end", "cupti_profiler: a context goes on to be profiled: $reason")
        }
        for (lost in listOf(outside, untold)) {
            if (lost.count > 0L) {
                val sentence = lost.sentence(lost.count, lost.nanoseconds.toLong())
                findings.add("cupti_profiler ${lost.sentence(0L, 0L)}", "cupti_profiler: $sentence")
            }
            lost.forget()
        }
    }

    /** Measured of each kernel, whatever else is. */
    const val TIME = "gpu__time_duration.sum"
    private const val UNNAMED = "(kernels whose names are not known)"
}
