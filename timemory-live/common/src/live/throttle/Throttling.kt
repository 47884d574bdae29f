package timemory.live.throttle

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.addListener
import timemory.internal.lean.*
import timemory.internal.platform.Latch
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.printError
import timemory.internal.platform.processCpuNanoseconds
import timemory.internal.platform.startThread
import timemory.internal.text.shorten
import timemory.live.pace.Pace
import timemory.results.Results
import timemory.results.ResultsListener

/** Keeps what measuring costs below the limit that the settings of a session have. */
internal object Throttling : ResultsListener {
    private val lock = Lock()
    private var isListening = false

    @Volatile
    private var running: Throttler? = null

    /** A session begins with the limit that [text] is, or several threads begin it at once: the first one counts. */
    fun begins(text: String) {
        val limit = overheadLimitOf(text) ?: return
        var hearsOfEnds = true
        val begun = lock.hold {
            if (running != null) return
            hearsOfEnds = isListening
            isListening = true
            Throttler(limit, text).also { running = it }
        }
        if (!hearsOfEnds) addListener(this)
        begun.start()
    }

    override fun ending() {
        running?.leave()
        running = null
    }

    override fun finalized(results: Results) {}
}

/**
 * Looks each second at what measuring costs, from a thread of its own, which takes no more than [MOST_SHARE] of a processor however many
 * regions there are. Threads that measure do not notice.
 */
internal class Throttler(private val limit: Double, private val text: String) {
    private val pace = Pace()
    private val isIdle = Latch()
    private val control = OverheadControl(limit)
    private var loads: Loads? = null
    private var cpuBefore = 0L

    fun start() {
        if (!startThread("timemory-throttle", ::run)) {
            isIdle.open()
            printError("timemory: TIMEMORY_OVERHEAD_LIMIT: nothing is throttled, since the system gives no further thread")
        }
    }

    private fun run() {
        try {
            var next = monotonicNanoseconds() + INTERVAL
            while (pace.waitUntil(next)) {
                val session = activeSession()
                if (session != null) loadsOf(session).calibrate()
                val begin = monotonicNanoseconds()
                if (session != null) look(session)
                next = begin + maxOf(INTERVAL, (monotonicNanoseconds() - begin) * MOST_SHARE)
            }
        } catch (failure: Throwable) {
            printError("timemory: TIMEMORY_OVERHEAD_LIMIT: nothing more is throttled: $failure")
        } finally {
            isIdle.open()
        }
    }

    private fun loadsOf(session: Session): Loads {
        val known = loads
        if (known != null && known.session === session) return known
        return Loads(session).also {
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

    private fun report(session: Session, throttled: List<Load>) {
        session.problems.report("throttled") {
            val names = throttled.take(NAMED).joinToString { "'${shorten(it.label)}'" }
            val more = if (throttled.size > NAMED) " and ${throttled.size - NAMED} more" else ""
            "measuring takes more than TIMEMORY_OVERHEAD_LIMIT=$text of the processor time: of region $names$more one lap of " +
                "${SampledLaps.MEASURED_ONE_OF} is measured for now. Laps that are not are counted by throttled_laps in the results, for " +
                "these regions and those that follow"
        }
    }

    /** The session ends. */
    fun leave() {
        pace.end()
        val begin = monotonicNanoseconds()
        while (!isIdle.isOpen && monotonicNanoseconds() - begin < PATIENCE) isIdle.await(microseconds = Pace.LONGEST_NAP.toInt())
    }

    private companion object {
        const val INTERVAL = 1_000_000_000L
        const val PATIENCE = 2_000_000_000L
        const val NAMED = 5

        /** A two-hundredth. */
        const val MOST_SHARE = 200L
    }
}
