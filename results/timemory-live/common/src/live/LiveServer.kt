package timemory.live

import kotlin.concurrent.Volatile
import timemory.internal.lean.*
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.printError
import timemory.internal.platform.startThread

/**
 * Serves the clients of [socket], one after another: one request each, of one short line. A client that takes longer than some seconds to
 * send its request, or to receive the response, is disconnected. All of this happens on a separate thread, so that measuring threads do not
 * wait for it.
 */
internal class LiveServer(
    private val socket: ListeningSocket,
    private val answers: RequestHandler,
) {
    @Volatile
    private var isClosed = false
    private var hasFailed = false

    /** Starts the thread; returns `false` if the system cannot create one. */
    fun start(): Boolean = startThread("timemory-live", ::run)

    /** Stops the thread, without waiting for it. */
    fun close() {
        isClosed = true
        socket.wake()
    }

    private fun run() {
        try {
            while (!isClosed) answerNext()
        } finally {
            socket.close()
        }
    }

    private fun answerNext() {
        val connection = try {
            socket.accept(REST)
        } catch (failure: Throwable) { // such as no more file descriptors
            report("connections are no longer accepted", failure)
            pause(microseconds = PAUSE)
            return
        }
        if (connection == null) return answers.rest()
        try {
            answer(connection)
        } catch (failure: Throwable) {
            // The client is gone. An error of ours is reported once.
            if (failure is Error) report("a request failed", failure)
        } finally {
            connection.close()
        }
    }

    /** Reads a request from [connection] and sends the response. */
    fun answer(connection: Connection) {
        val answer = try {
            // Always read the request: closing a connection with unread data would discard the response.
            val line = lineOf(connection)
            check(connection.isOfOwner()) { "only the owner of this process may connect" }
            answers.to(Request.of(line))
        } catch (failure: Throwable) {
            return refuse(connection, (failure.message ?: failure.toString()).take(MAX_REASON_LENGTH))
        }
        send(connection, "ok bytes=${answer.content.size} ${answer.fields}", answer.content)
    }

    private fun refuse(connection: Connection, reason: String) {
        val text = ByteChunks.of(Long.MAX_VALUE) { it.append(reason).append('\n') }
        send(connection, "error bytes=${text.size}", text)
    }

    private fun lineOf(connection: Connection): String {
        val bytes = ByteArray(Request.MAX_BYTES)
        val deadline = monotonicNanoseconds() + QUESTION_NANOSECONDS
        var size = 0
        while (true) {
            val end = bytes.indexOf(LINE_END)
            if (end in 0 until size) return bytes.decodeToString(0, end)
            check(size < bytes.size) { "a request has at most ${Request.MAX_BYTES} bytes" }
            val count = connection.read(bytes, size, deadline)
            check(count > 0) { if (count < 0) "the request line is incomplete" else "no request arrived" }
            size += count
        }
    }

    private fun send(connection: Connection, line: String, content: ByteChunks) {
        val deadline = monotonicNanoseconds() + ANSWER_NANOSECONDS
        val first = "${Request.BEGIN} $line\n".encodeToByteArray()
        if (!connection.write(first, first.size, deadline)) return
        for (bytes in content.parts) if (!connection.write(bytes, bytes.size, deadline)) return
    }

    private fun report(what: String, failure: Throwable) {
        if (!hasFailed) printError("timemory: $what: ${failure.message ?: failure}")
        hasFailed = true
    }

    private companion object {
        const val MAX_REASON_LENGTH = 1_000
        const val REST = 30_000
        const val PAUSE = 100_000
        const val QUESTION_NANOSECONDS = 5_000_000_000L
        const val ANSWER_NANOSECONDS = 30_000_000_000L
        const val LINE_END = '\n'.code.toByte()
    }
}
