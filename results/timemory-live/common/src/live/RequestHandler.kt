package timemory.live

import timemory.Timemory
import timemory.internal.callgraph.activeSession
import timemory.internal.lean.*
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.targetName
import timemory.internal.text.JsonWriter
import timemory.live.slow.SlowLapRecorder
import timemory.output.CompactFile
import timemory.results.Results

private const val MAX_BYTES = 256L shl 20
private const val MAX_OPEN = 1_000

/** A response: the fields of its first line after the size, and the content. */
internal class Answer(
    val fields: String,
    val content: ByteChunks,
)

/**
 * Handles requests, on the single thread of [LiveServer].
 *
 * @param session returns the number of the running session, or of the last one
 */
internal class RequestHandler(private val session: () -> Int) {
    private val moments = SnapshotHistory()
    private var resets = 0
    private var knownSession = -1

    /**
     * Executes [request] and returns the response.
     *
     * @throws IllegalStateException with a sentence that says why it cannot be executed
     */
    fun to(request: Request): Answer {
        forgetOtherSessions()
        return when (request.kind) {
            Request.Kind.INFO -> info()
            Request.Kind.RESULTS -> results { moments.sinceReset(it) }
            Request.Kind.ALL -> results { it }
            Request.Kind.PART -> results(request.word)
            Request.Kind.FORGET -> info { moments.forget(request.word) }
            Request.Kind.OPEN -> open()
            Request.Kind.SLOW -> Answer(ofSession(), compact(SlowLapRecorder.resultsSoFar()))
            Request.Kind.RESET -> info { reset() }
            Request.Kind.ENABLE -> info { recordRegions(true) }
            Request.Kind.DISABLE -> info { recordRegions(false) }
            Request.Kind.COMPONENTS -> info { chooseComponents(request.word) }
        }
    }

    /** Drops snapshots that have not been requested for a while. */
    fun rest() {
        forgetOtherSessions()
        moments.forgetUnused(monotonicNanoseconds())
    }

    private fun forgetOtherSessions() {
        if (knownSession == session()) return
        knownSession = session()
        moments.forgetAll()
        resets = 0
    }

    private fun reset() {
        moments.reset(now())
        resets++
    }

    private fun now(): Results = checkNotNull(Timemory.results()) { "this process is not measuring" }

    private fun results(part: (Results) -> Results): Answer {
        val moment = monotonicNanoseconds()
        val shown = part(now())
        return Answer("${ofSession()} to=$moment", compact(shown))
    }

    private fun results(name: String): Answer {
        val moment = monotonicNanoseconds()
        val part = moments.part(name, now(), moment)
        val from = part.from?.let { " from=$it" } ?: ""
        return Answer("${ofSession()} to=$moment$from", compact(part.results))
    }

    private fun open(): Answer {
        val session = checkNotNull(activeSession()) { "this process is not measuring" }
        val regions = runningRegions(session)
        return Answer(
            ofSession(),
            ByteChunks.of(MAX_BYTES) { out ->
                val json = JsonWriter(out)
                json.beginObject()
                json.field("count", regions.size.toLong())
                json.name("open")
                json.beginArray()
                for (region in regions.take(MAX_OPEN)) region.writeTo(json)
                json.endArray()
                json.endObject()
                out.append('\n')
            },
        )
    }

    private fun ofSession(): String {
        check(knownSession == session()) { "the session in this process has just ended; try again" }
        return "session=$knownSession"
    }

    private fun compact(results: Results) = ByteChunks.of(MAX_BYTES) { CompactFile(results, Timemory.settings).write(it) }

    private fun info(action: () -> Unit = {}): Answer {
        action()
        val own = ProcessMark.own()
        return Answer(
            "session=$knownSession",
            ByteChunks.of(MAX_BYTES) { out ->
                val json = JsonWriter(out)
                json.beginObject()
                json.field("protocol", Request.VERSION.toLong())
                json.field("process", own.pid)
                json.field("program", own.program)
                json.field("target", targetName)
                json.field("isMeasuring", Timemory.isInitialized)
                json.field("isEnabled", Timemory.isEnabled)
                json.field("resets", resets.toLong())
                json.endObject()
                out.append('\n')
            },
        )
    }
}
