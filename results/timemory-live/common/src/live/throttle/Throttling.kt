package timemory.live.throttle

import timemory.internal.callgraph.Session
import timemory.internal.callgraph.activeSession
import timemory.internal.lean.*
import timemory.internal.platform.Latch
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.printError
import timemory.internal.platform.processCpuNanoseconds
import timemory.internal.platform.startThread
import timemory.internal.platform.staysClosedUntil
import timemory.internal.text.shorten
import timemory.live.session.CpuStopwatch
import timemory.live.session.SessionSingleton
import timemory.results.Results
import timemory.results.ResultsListener

/** Keeps the overhead below the limit in a session's settings. */
internal object Throttling : ResultsListener {
    private val throttlers = SessionSingleton<Throttler>(this)

    /** Called when a session starts; [text] is the limit. */
    fun begins(text: String) {
        val limit = overheadLimitOf(text) ?: return
        throttlers.begin { Throttler(limit, text) }?.start()
    }

    override fun ending() {
        throttlers.take()?.leave()
    }

    override fun finalized(results: Results) {}
}

/**
 * Checks the overhead each second from a background thread, which takes at most 1/[MAX_SHARE] of a processor however many regions there
 * are. Measuring threads are not affected.
 */
internal class Throttler(private val limit: Double, private val text: String) {
    private val end = Latch()
    private val isIdle = Latch()
    private val control = OverheadControl(limit)
    private var loads: OverheadTracker? = null
    private var cpuBefore = 0L

    fun start() {
        if (!startThread("timemory-throttle", ::run)) {
            isIdle.open()
            printError("timemory: TIMEMORY_OVERHEAD_LIMIT: nothing is throttled: no thread could be started")
        }
    }

    private fun run() {
        try {
            var next = monotonicNanoseconds() + INTERVAL
            while (end.staysClosedUntil(next)) {
                val session = activeSession()
                if (session != null) loadsOf(session).calibrate()
                val begin = monotonicNanoseconds()
                val effort = CpuStopwatch()
                if (session != null) look(session)
                next = begin + maxOf(INTERVAL, effort.soFar() * MAX_SHARE)
            }
        } catch (failure: Throwable) {
            printError("timemory: TIMEMORY_OVERHEAD_LIMIT: nothing more is throttled: $failure")
        } finally {
            isIdle.open()
        }
    }

    private fun loadsOf(session: Session): OverheadTracker {
        val known = loads
        if (known != null && known.session === session) return known
        return OverheadTracker(session).also {
            loads = it
            it.look()
            cpuBefore = processCpuNanoseconds()
        }
    }

    private fun look(session: Session) {
        val loads = loadsOf(session)
        val all = loads.look()
        val cpu = processCpuNanoseconds()
        val throttled = control.look(all, cpu - cpuBefore, monotonicNanoseconds())
        cpuBefore = cpu
        if (all.any { it.isThrottled }) loads.spread()
        if (throttled.isEmpty()) return
        session.revokeLent()
        report(session, throttled)
    }

    private fun report(session: Session, throttled: List<RegionCost>) {
        session.problems.report("throttled") {
            val names = throttled.take(NAMED).joinToString { "'${shorten(it.label)}'" }
            val more = if (throttled.size > NAMED) " and ${throttled.size - NAMED} more" else ""
            "the overhead exceeds TIMEMORY_OVERHEAD_LIMIT=$text of the CPU time: region $names$more now has only one in " +
                "${SampledLaps.MEASURED_ONE_OF} laps measured. The other laps are counted by throttled_laps in the results, for " +
                "these regions and later ones"
        }
    }

    /** Called when the session ends. */
    fun leave() {
        end.open()
        val begin = monotonicNanoseconds()
        while (!isIdle.isOpen && monotonicNanoseconds() - begin < PATIENCE) isIdle.await(microseconds = MAX_NAP)
    }

    private companion object {
        const val INTERVAL = 1_000_000_000L
        const val MAX_NAP = 50_000
        const val PATIENCE = 2_000_000_000L
        const val NAMED = 5

        /** A two-hundredth. */
        const val MAX_SHARE = 200L
    }
}
