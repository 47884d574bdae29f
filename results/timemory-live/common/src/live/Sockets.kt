package timemory.live

/**
 * A listening Unix-domain socket. Only [wake] may be called by other threads.
 *
 * Failures are exceptions whose message gives the reason.
 */
internal interface ListeningSocket {
    /** Returns the next connection; `null` if there is none for [milliseconds], or after [wake]. */
    fun accept(milliseconds: Int): Connection?

    /** Makes [accept] return, now or when it is called next. Thread-safe. */
    fun wake()

    /** Stops accepting connections. Its creator has to remove its path. */
    fun close()
}

/** One end of a connection between two processes of this machine, for a single thread. Deadlines are times of the monotonic clock. */
internal interface Connection {
    /** Returns whether the other end is a process of this process's user, or of root. */
    fun isOfOwner(): Boolean

    /** Reads into [bytes] from [start] on. Returns how many; 0 if there are none by [deadline], and -1 at the end. */
    fun read(bytes: ByteArray, start: Int, deadline: Long): Int

    /** Writes the first [count] of [bytes]. Returns `false` if the other end has not received them by [deadline]. */
    fun write(bytes: ByteArray, count: Int, deadline: Long): Boolean

    fun close()
}

/**
 * Creates a listening socket at [path] that only the user may connect to: it is bound to the name [unfinished] in the same folder,
 * restricted, and only then renamed to the path that clients look for.
 */
internal expect fun listenAt(path: String, unfinished: String): ListeningSocket

/** The status of a file: [owner] is a user ID, and [mode] the twelve permission bits. */
internal class FileStatus(
    val isFolder: Boolean,
    val owner: Long,
    val mode: Int,
)

/** Returns the status of [path] without following links; `null` if it does not exist. */
internal expect fun statusOf(path: String): FileStatus?

/** Creates the folder [path] for the user only, unless the path exists. */
internal expect fun makePrivateFolder(path: String)

/** The maximum length of a socket path in bytes: the system has room for 107, Java takes a few less. */
internal const val MAX_PATH_LENGTH: Int = 100
