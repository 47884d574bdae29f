package timemory.sampling.interval

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.recording
import timemory.internal.platform.Latch
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.printError
import timemory.internal.platform.processId
import timemory.internal.platform.startThread
import timemory.internal.platform.staysClosedUntil
import timemory.internal.problems.activeProblems

/**
 * Makes [recorder] read at intervals, on a separate thread, until [leave]. Only the thread that ends it waits for it, for at most
 * [PATIENCE].
 *
 * Nothing is read while the program has disabled recording.
 */
internal class IntervalLoop(private val recorder: IntervalRecorder, private val delay: Long, private val times: ReadingTimes) {
    private val end = Latch()
    private val isIdle = Latch()
    private val process = processId()

    /** The session that is ending, once known. */
    @Volatile
    private var session: Session? = null

    /** Starts the thread; returns whether that succeeded. */
    fun start(): Boolean = startThread("timemory-sampler", ::run).also { if (!it) isIdle.open() }

    private fun run() {
        try {
            if (end.staysClosedUntil(monotonicNanoseconds() + delay)) readOn()
        } finally {
            isIdle.open()
        }
    }

    private fun readOn() {
        var isReading = false
        times.begin(monotonicNanoseconds())
        while (!end.isOpen) {
            if (recording && !isReading) recorder.start()
            isReading = recording
            end.staysClosedUntil(times.next)
            val begin = monotonicNanoseconds()
            val session = session ?: activeSession()
            if (isReading && session != null) recorder.read(session)
            times.took(begin, monotonicNanoseconds())?.let { tooLong -> activeProblems().report("sampler.slow", tooLong) }
        }
    }

    /** Makes a last reading, for [session], and stops. If a component does not respond, that is reported, and not waited for. */
    fun leave(session: Session) {
        if (process != processId()) return // after a fork, the thread exists only in the parent process
        this.session = session
        end.open()
        val begin = monotonicNanoseconds()
        while (!isIdle.isOpen) {
            if (monotonicNanoseconds() - begin > PATIENCE) {
                return printError("timemory: a component that is read at intervals does not respond and was abandoned")
            }
            isIdle.await(microseconds = MAX_NAP)
        }
    }

    private companion object {
        const val MAX_NAP = 50_000
        const val PATIENCE = 2_000_000_000L
    }
}
