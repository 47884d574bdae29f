package timemory.live

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.printError
import timemory.internal.platform.processId
import timemory.internal.platform.removeFile

/**
 * The live socket of this process, if it has one. It is open during a session whose settings ask for it, or until the program that opened
 * it closes it.
 */
internal object LiveSocket {
    private class Open(
        val path: String,
        val process: Long,
        val server: LiveServer,
    )

    private val lock = Lock()
    private var open: Open? = null
    private var isListening = false
    private val atProcessEnd: () -> Unit = { close() }

    /** Whether the program opened it, so that the end of a session does not close it. */
    private var isByProgram = false

    /** How many sessions have ended. */
    @Volatile
    private var ended = 0

    /** Its path; `null` if it is closed. */
    val path: String? get() = lock.hold { open?.path }

    /** Called when a session starts whose settings ask for it. */
    fun begins() {
        try {
            openIn(null, byProgram = false)
        } catch (failure: Exception) {
            printError("timemory: the live socket cannot be opened: ${failure.message ?: failure}")
        }
    }

    /**
     * Opens the socket if needed, in the first usable one of [bases] (`null` for those of the environment), and returns its path.
     *
     * @throws IllegalStateException with the reason
     */
    fun openIn(bases: List<String>?, byProgram: Boolean): String {
        val hadNone = lock.hold {
            val known = open
            if (known == null) open = make(if (bases == null) LiveFolder.find() else LiveFolder.find(bases))
            isByProgram = isByProgram || byProgram
            known == null
        }
        if (hadNone) hearOfEnds()
        return path ?: error("the socket was closed while it was opened")
    }

    private fun hearOfEnds() {
        SessionHooks.addShutdownHook(atProcessEnd)
        val isFirst = lock.hold { (!isListening).also { isListening = true } }
        if (isFirst) SessionHooks.onEnd { sessionEnded() }
    }

    private fun make(folder: LiveFolder): Open {
        folder.sweep()
        val socket = listenAt(folder.socket, folder.unfinished)
        val server = LiveServer(socket, RequestHandler { ended })
        if (!server.start()) {
            socket.close()
            removeFile(folder.socket)
            error("no thread could be started")
        }
        return Open(folder.socket, processId(), server)
    }

    fun close() {
        val closed = lock.hold {
            isByProgram = false
            open.also { open = null }
        } ?: return
        // After a `fork`, the socket and its thread belong to the parent process.
        if (closed.process == processId()) {
            removeFile(closed.path)
            closed.server.close()
        }
        SessionHooks.removeShutdownHook(atProcessEnd)
    }

    private fun sessionEnded() {
        ended++
        if (!lock.hold { isByProgram }) close()
    }
}
