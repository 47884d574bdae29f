package timemory.live

import kotlin.concurrent.Volatile
import timemory.Timemory
import timemory.internal.lean.*
import timemory.internal.platform.Latch
import timemory.internal.platform.Progress
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.printError
import timemory.internal.platform.printNotice
import timemory.internal.platform.progressOfThread
import timemory.internal.platform.startThread
import timemory.internal.platform.staysClosedUntil
import timemory.internal.text.printable
import timemory.live.session.CpuStopwatch
import timemory.live.session.SessionSingleton
import timemory.output.CompactFile
import timemory.output.runFolderClaims
import timemory.results.Results
import timemory.results.ResultsListener
import timemory.settings.Settings

/** Starts a [Flusher] in each session whose settings ask for it. */
internal object Flushing : ResultsListener {
    private val flushers = SessionSingleton<Flusher>(this)

    /** The flusher of the ending session. */
    @Volatile
    private var leaving: Flusher? = null
    private var sessions = 0

    /** Called when a session with [settings] starts. */
    fun begins(settings: Settings) {
        val interval = intervalOf(settings.flushInterval) ?: return
        flushers.begin { Flusher(settings, interval, ++sessions) }?.start()
    }

    override fun ending() {
        val flusher = flushers.take() ?: return
        leaving = flusher
        flusher.leave()
    }

    override fun finalized(results: Results) {
        val flusher = leaving
        leaving = null
        flusher?.finished(results)
    }
}

/**
 * Writes a session's results so far every [interval] nanoseconds, from a background thread. Measuring threads are not affected, except by
 * the memory that results take: twice as much if parts are written, because the previous results are kept for them. Each time, a full
 * checkpoint replaces the last one, and new results go to a part. A process that is killed only loses its results since then.
 *
 * The more regions there are, the longer it takes to build and write results. To limit this to a tenth of a processor, the next write is
 * delayed if necessary, which is reported once. A single slow write, such as a program's first one, does not delay anything, and neither
 * does waiting for a processor on a busy machine.
 */
internal class Flusher(private val settings: Settings, private val interval: Long, session: Int) {
    private val files = CheckpointFiles(settings.outputPath.trimEnd('/').ifEmpty { "/" }, session)
    private val end = Latch()
    private val isIdle = Latch()
    private val progress = Progress()

    /** How often results had been written before this session. */
    private val claimsBefore = runFolderClaims()
    private var before: Results? = null
    private var number = 0
    private var hasFailed = false
    private var isLate = false

    fun start() {
        if (!startThread("timemory-flush", ::run)) {
            isIdle.open()
            printError("timemory: nothing is written every ${settings.flushInterval}: no thread could be started")
        }
    }

    private fun run() {
        progressOfThread.set(progress)
        try {
            reportSwept(files.sweep())
            var next = monotonicNanoseconds() + interval
            var tookBefore = 0L
            while (end.staysClosedUntil(next)) {
                val begin = monotonicNanoseconds()
                val effort = CpuStopwatch()
                flush()
                val took = effort.soFar()
                val usual = minOf(took, tookBefore)
                tookBefore = took
                next = begin + maxOf(interval, MAX_SHARE * usual)
                if (MAX_SHARE * usual > interval) reportLate(usual)
            }
        } finally {
            isIdle.open()
        }
    }

    private fun reportSwept(count: Int) {
        if (count == 0) return
        printNotice(
            "timemory: removed $count old checkpoints and parts of processes that have ended; the newest $KEPT_OF_THE_DEAD of each stay",
        )
    }

    private fun reportLate(took: Long) {
        if (isLate) return
        isLate = true
        printError(
            "timemory: a checkpoint took ${took / 1_000_000L} ms of CPU time, too long for an interval of " +
                "${settings.flushInterval}: checkpoints are written less often, to use at most a tenth of a processor",
        )
    }

    private fun flush() {
        try {
            val results = Timemory.results() ?: return
            if (results.graphs.isEmpty()) return
            write(results)
            hasFailed = false
        } catch (failure: Throwable) {
            if (!hasFailed) printError("timemory: a checkpoint cannot be written and will be retried: ${reasonOf(failure)}")
            hasFailed = true
        }
    }

    private fun write(results: Results) {
        files.writeCheckpoint { CompactFile(results, settings).write(it) }
        if (settings.flushParts == 0) return
        val part = before?.let(results::since) ?: results
        before = results
        if (part.graphs.isEmpty()) return
        files.writePart(++number, settings.flushParts, settings.flushBytes.toLong()) { CompactFile(part, settings).write(it) }
    }

    /** Called when the session ends: starts no further writes, and waits for a write in progress as long as it makes progress. */
    fun leave() {
        end.open()
        var seen = progress.steps
        var since = monotonicNanoseconds()
        while (!isIdle.isOpen) {
            isIdle.await(microseconds = MAX_NAP)
            val now = monotonicNanoseconds()
            if (progress.steps != seen) {
                seen = progress.steps
                since = now
            } else if (now - since > PATIENCE) {
                return printError("timemory: writing a checkpoint makes no progress and was abandoned")
            }
        }
    }

    /**
     * Called after the session's results were written according to its settings. Removes the checkpoint if they went to files, because
     * those contain all of it.
     */
    fun finished(results: Results) {
        if (settings.fileOutput && runFolderClaims() != claimsBefore) files.removeCheckpoint() else flushLast(results)
        files.close()
    }

    private fun flushLast(results: Results) {
        try {
            if (results.graphs.isNotEmpty()) write(results)
        } catch (failure: Throwable) {
            printError("timemory: the last checkpoint cannot be written: ${reasonOf(failure)}")
        }
    }

    private fun reasonOf(failure: Throwable) = printable(failure.message ?: failure.toString())

    private companion object {
        const val MAX_SHARE = 10L
        const val MAX_NAP = 50_000
        const val PATIENCE = 2_000_000_000L
    }
}
