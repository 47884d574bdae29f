package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.ComponentType
import timemory.internal.lean.*
import timemory.internal.platform.Latch
import timemory.internal.platform.Progress
import timemory.internal.platform.cacheForCrashDump
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.printError
import timemory.internal.platform.printNotice
import timemory.internal.platform.printOutput
import timemory.internal.platform.processId
import timemory.internal.platform.progressOfThread
import timemory.internal.platform.retryOnOutOfMemory
import timemory.internal.platform.startThread
import timemory.output.knownLaps
import timemory.output.writeResults
import timemory.results.Results

private const val SECONDS = 5
private const val SLOW_SECONDS = 20
private const val MAX_NAP_MICROSECONDS = 2_000

/**
 * Ends a session step by step. A thread that calls finalize runs the steps itself; the rest of this class is used only at process exit.
 *
 * At process exit, a separate thread runs the steps while the exiting thread watches it ([watch]). Listeners and components are foreign
 * code that may wait for a stopped thread; GPUs and consoles may hang. A step that makes no progress for some seconds is abandoned, which
 * is reported, and another thread continues with the next step; if a component did not respond while it was read, reading is repeated
 * without it.
 *
 * @param writes whether the results are written
 * @param next the session that replaces [session] when it ends, or `null`
 */
internal class SessionEnd(val session: Session, writes: Boolean, next: Session? = null) : () -> Unit {
    @Volatile
    private var writes = writes

    @Volatile
    var next: Session? = next
        private set

    private val wasToBeginAgain = next != null

    @Volatile
    var results: Results? = null
        private set

    private val over = Latch()
    private val progress = Progress()

    @Volatile
    private var step = 0

    /** Number of the thread that runs the steps; earlier threads that continue later find that they are obsolete. */
    @Volatile
    private var runner = 0

    // Without a subject: for a `when` with one, the JVM loads a class that maps the steps to numbers.
    private fun take(step: EndStep) = when {
        step == EndStep.NOTIFY_LISTENERS -> notifyListeners(session, "end of the session") { it.ending() }
        step == EndStep.CALIBRATING -> session.calibrate()
        step == EndStep.AWAITING_COROUTINES -> session.openLaps.awaitClosed()
        step == EndStep.ENDING -> {
            ConfiguredBundles.reportUnknown(session.settings, session.problems)
            endRecording(this)
        }
        step == EndStep.AWAITING_GPUS -> SessionHooks.beforeResults(session, isEnd = true)
        step == EndStep.READING -> read()
        step == EndStep.RELEASE_RESOURCES -> {
            SessionHooks.ended(session)
            session.releaseNodes()
        }
        step == EndStep.WRITING -> write()
        else -> results?.let { told -> notifyListeners(session, "results") { it.finalized(told) } }
    }

    /**
     * Another thread ends the session too: if a next session was to replace it, none does, and the results are written if [write] is
     * `true`. Called with the lifecycle's lock held, while the session still measures.
     */
    fun endForGood(write: Boolean) {
        if (next == null) return
        next = null
        writes = write
    }

    /**
     * Waits until nothing more is recorded in a session that was to restart, so that the calling thread may start its own. Does not wait if
     * that thread runs the steps itself, nor for longer than one step may take.
     */
    fun awaitLastLap() {
        if (!wasToBeginAgain || progressOfThread.get() === progress) return
        val until = monotonicNanoseconds() + SECONDS * 1_000_000_000L
        while (!session.ended && monotonicNanoseconds() < until) pause(microseconds = MAX_NAP_MICROSECONDS / 10)
    }

    /** Runs all steps. Failures are reported, and the next step is run. */
    fun run() = runAs(runner)

    /** The entry point of a separate thread. */
    override fun invoke() = run()

    private fun runAs(mine: Int) {
        val before = progressOfThread.get()
        progressOfThread.set(progress)
        try {
            takeSteps(mine)
        } finally {
            progressOfThread.set(before)
        }
        if (runner == mine) finish()
    }

    private fun takeSteps(mine: Int) {
        while (runner == mine && step < EndStep.entries.size) {
            val now = EndStep.entries[step]
            try {
                take(now)
            } catch (failure: Throwable) {
                printError("timemory: ${now.what} failed: $failure")
            }
            progress.steps++
            if (runner == mine) step = now.ordinal + 1
        }
    }

    private fun finish() {
        forget(this)
        session.release()
        forgetGraphsOf(session)
        over.open()
    }

    private fun read() {
        val mine = runner
        val read = retryOnOutOfMemory { session.collect() }
        if (runner == mine) results = read
        cacheForCrashDump { knownLaps(read) }
    }

    private fun write() {
        val results = results ?: return printError("timemory: the results could not be read, and nothing is written")
        if (writes && results.graphs.isNotEmpty()) {
            writeResults(results, session.settings, { printOutput(it) }) { message -> session.problems.report(message, message) }
        }
        if (session.settings.banner) printNotice("timemory: measuring ends in process ${processId()}")
    }

    /** Makes another thread run the steps, and waits until they are finished, or as long as there is progress. */
    fun runWatched() {
        if (startThread("timemory-end", this)) watch() else run()
    }

    /** Waits while another thread runs the steps, as long as there is progress; otherwise makes a new thread take over. */
    fun watch() {
        var seen = -1L
        var since = 0L
        var nap = 50
        while (!over.isOpen) {
            over.await(nap)
            nap = minOf(2 * nap, MAX_NAP_MICROSECONDS)
            val now = monotonicNanoseconds()
            if (progress.steps != seen) {
                seen = progress.steps
                since = now
            } else if (now - since > EndStep.entries[minOf(step, EndStep.entries.lastIndex)].patienceSeconds * 1_000_000_000L) {
                seen = -1L
                if (!takeOver()) return
            }
        }
    }

    private fun takeOver(): Boolean {
        val stuck = EndStep.entries.getOrNull(step) ?: return false
        val type = progress.beingRead as ComponentType<*>?
        runner++
        if (stuck == EndStep.READING && type != null && type !in session.unreadable) {
            session.unreadable += type
            printError(
                "timemory: component ${type.id} has not responded for ${stuck.patienceSeconds} s at process exit, and " +
                    "is missing from the results",
            )
        } else {
            printError(
                "timemory: ${stuck.what} has made no progress for ${stuck.patienceSeconds} s at process exit, and was " +
                    "abandoned",
            )
            step++
        }
        val next = runner
        if (startThread("timemory-end-$next") { runAs(next) }) return true
        runAs(next) // without another thread, there is no watching any more
        return false
    }
}

/** The steps in order. A step that makes no progress for [patienceSeconds] is abandoned, and [what] it was is reported. */
private enum class EndStep(val what: String, val patienceSeconds: Int = SECONDS) {
    NOTIFY_LISTENERS("notifying listeners of the end"),
    CALIBRATING("determining the overhead"),
    AWAITING_COROUTINES("waiting for coroutines to end"),
    ENDING("ending the session"),
    AWAITING_GPUS("waiting for GPUs", SLOW_SECONDS),
    READING("reading the results"),
    RELEASE_RESOURCES("releasing resources"),
    WRITING("writing the results", SLOW_SECONDS),
    NOTIFY_OF_RESULTS("notifying listeners of the results"),
}
