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
 * Has [recorder] read every so often, from a thread of its own, until it is told to [leave]. Nobody waits for that thread but whoever ends
 * it, and he no longer than [PATIENCE].
 *
 * While nothing is recorded, since the program has switched that off, nothing is read.
 */
internal class IntervalLoop(private val recorder: IntervalRecorder, private val delay: Long, private val times: ReadingTimes) {
    private val end = Latch()
    private val isIdle = Latch()
    private val process = processId()

    /** The one that ends, once that is known. */
    @Volatile
    private var session: Session? = null

    /** Whether there is a thread to read. */
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

    /** Reads a last time, as of [session], and ends. Where a component does not answer, that is reported, and not waited for. */
    fun leave(session: Session) {
        if (process != processId()) return // the thread is in the process that this one was forked from
        this.session = session
        end.open()
        val begin = monotonicNanoseconds()
        while (!isIdle.isOpen) {
            if (monotonicNanoseconds() - begin > PATIENCE) {
                return printError("timemory: a component that is read at intervals does not answer, and is no longer waited for")
            }
            isIdle.await(microseconds = MAX_NAP)
        }
    }

    private companion object {
        const val MAX_NAP = 50_000
        const val PATIENCE = 2_000_000_000L
    }
}
