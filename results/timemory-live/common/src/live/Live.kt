package timemory.live

import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi

/**
 * Whether this process can be asked what it measures while it runs, by `timemory top`, `snapshot`, `reset`, `enable`, `disable` and
 * `configure`: at a Unix-domain socket that only processes of the same user, and root, may connect to. It is closed unless
 * `TIMEMORY_LIVE_SOCKET=true` or [open] opens it.
 *
 * ### Thread-safety
 * May be called from any thread.
 */
@ExperimentalTimemoryApi
public object Live {
    /** The path of the socket; `null` where this process cannot be asked. */
    @JvmStatic
    public val socket: String? get() = LiveSocket.path

    /**
     * Opens the socket, unless it is open, and returns its path. It stays open when sessions end, until [close] or the end of the process.
     *
     * @throws IllegalStateException with the reason, where it cannot be opened
     */
    @JvmStatic
    public fun open(): String = LiveSocket.openIn(null, byProgram = true)

    /** Closes the socket, if it is open. What is being answered is not waited for. */
    @JvmStatic
    public fun close(): Unit = LiveSocket.close()
}
