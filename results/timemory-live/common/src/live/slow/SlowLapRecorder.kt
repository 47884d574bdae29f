package timemory.live.slow

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.lean.*
import timemory.internal.platform.printError
import timemory.internal.platform.printOutput
import timemory.internal.text.printable
import timemory.live.session.SessionSingleton
import timemory.output.MetadataExtensions
import timemory.output.ResultFormat
import timemory.output.addToRun
import timemory.output.lastRunFolder
import timemory.output.runFolderClaims
import timemory.output.writeResults
import timemory.results.Results
import timemory.results.ResultsListener
import timemory.settings.SettingsBuilder
import timemory.spi.reportProblem

/** Records the slow laps of each session whose settings ask for it, and writes them at its end, in a folder next to the other results. */
internal object SlowLapRecorder : ResultsListener {
    /** The recorded laps of a session, from the first region on. */
    private class Kept(val laps: SlowLaps, val session: Session) {
        /** How often results had been written before. */
        val claimsBefore = runFolderClaims()

        val watch: (ThreadGraph) -> Unit = ::watch

        fun watch(graph: ThreadGraph) {
            if (graph.session !== session) return
            val sampling = graph.watch
            if (sampling != null && sampling.isInFront) return
            graph.watch = SlowWatch(laps, graph).also { it.inner = sampling }
        }

        fun results(): Results = SlowResults(laps.all(), session).results(laps.summary())
    }

    private val keeping = SessionSingleton<Kept>(this)

    init {
        SessionHooks.onResults { session, isEnd ->
            val known = keeping.current
            if (isEnd && known?.session === session) session.openLapListener = OpenSlowLaps(known.laps)
        }
        MetadataExtensions.add { keeping.current?.let { mapOf("SLOW_LAPS" to it.laps.summary()) } ?: emptyMap() }
    }

    /** Called when [session] starts; [text] defines the limits. */
    fun begins(session: Session, text: String) {
        val limits = slowLimitsOf(text) { sentence -> reportProblem(sentence, sentence) }
        if (limits.isEmpty()) return
        val begun = keeping.begin { Kept(SlowLaps(limits), session) } ?: return
        SessionHooks.changeGraphListeners { it + begun.watch }
        for (graph in session.graphsNow()) begun.watch(graph)
        session.revokeLent() // regions that are measured outside of Kotlin do not notify watches
    }

    /** Whether slow laps are recorded in this session. */
    val isKeeping: Boolean get() = keeping.current != null

    /**
     * Returns the slow laps so far, as results.
     *
     * @throws IllegalStateException if none are recorded
     */
    fun resultsSoFar(): Results {
        val known = checkNotNull(keeping.current) {
            "slow laps are not recorded: start the program with, for example, TIMEMORY_SLOW_LAP_THRESHOLDS=wall_clock>200ms"
        }
        return known.results()
    }

    override fun finalized(results: Results) {
        val known = keeping.current ?: return
        SessionHooks.changeGraphListeners { it - known.watch }
        try {
            if (known.session.settings.fileOutput && !known.laps.isEmpty) write(known)
        } catch (failure: Throwable) {
            printError("timemory: slow laps cannot be written: ${printable(failure.message ?: failure.toString())}")
        } finally {
            keeping.take()
        }
    }

    private fun write(known: Kept) {
        val folder = lastRunFolder()?.takeIf { runFolderClaims() != known.claimsBefore } ?: return
        val settings = known.session.settings
        val own = settings.with(
            SettingsBuilder().apply {
                outputPath = "$folder/slow"
                timeOutput = false
                coutOutput = false
                outputFormats = withTrace(settings.outputFormats)
            },
        )
        val files = writeResults(known.results(), own, ::printOutput) { printError("timemory: slow laps: $it") }
        if (files.isNotEmpty()) addToRun(folder, "slow")
        if (settings.coutOutput && files.isNotEmpty()) {
            printOutput("timemory: wrote ${known.laps.summary()}, to '${printable("$folder/slow")}'")
        }
    }

    /** They are also shown over time. */
    private fun withTrace(formats: String): String = if (ResultFormat.all.any { it.id == TRACE }) "$formats,$TRACE" else formats

    private const val TRACE = "perfetto"
}
