package timemory.live

import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi

/**
 * Controls the live socket, through which `timemory top`, `snapshot`, `reset`, `enable`, `disable` and `configure` reach this process while
 * it is running. It is a Unix-domain socket that only processes of the same user, and root, may connect to. It is closed unless
 * `TIMEMORY_LIVE_SOCKET=true` or [open] opens it.
 *
 * ### Thread-safety
 * Thread-safe.
 */
@ExperimentalTimemoryApi
public object Live {
    /** The path of the socket; `null` if it is closed. */
    @JvmStatic
    public val socket: String? get() = LiveSocket.path

    /**
     * Opens the socket if needed, and returns its path. It stays open when sessions end, until [close] or the end of the process.
     *
     * @throws IllegalStateException with the reason if it cannot be opened
     */
    @JvmStatic
    public fun open(): String = LiveSocket.openIn(null, byProgram = true)

    /** Closes the socket if it is open, without waiting for requests in progress. */
    @JvmStatic
    public fun close(): Unit = LiveSocket.close()
}
