package timemory.live

/**
 * A Unix-domain socket that this process listens at, for a single thread but for [wake].
 *
 * What fails throws an exception whose message says why.
 */
internal interface ListeningSocket {
    /** The next connection; `null` where there is none for [milliseconds], or after [wake]. */
    fun accept(milliseconds: Int): Connection?

    /** Has [accept] return, now or when it is called next. From any thread. */
    fun wake()

    /** Nobody connects any more. Its path is left to whoever made it. */
    fun close()
}

/** One end of a connection between two processes of this machine, for a single thread. Moments are those of the monotonic clock. */
internal interface Connection {
    /** Whether the other end is a process of the user whom this process works for, or of root. */
    fun isOfOwner(): Boolean

    /** Reads into [bytes] from [start] on: how many; 0 where none came until [deadline], and -1 at the end. */
    fun read(bytes: ByteArray, start: Int, deadline: Long): Int

    /** Writes the first [count] of [bytes]; `false` where the other end has not taken them by [deadline]. */
    fun write(bytes: ByteArray, count: Int, deadline: Long): Boolean

    fun close()
}

/**
 * A socket that listens at [path], which only the user may connect to: bound to the name [unfinished] in the same folder, restricted, and
 * only then called by the name that others look for.
 */
internal expect fun listenAt(path: String, unfinished: String): ListeningSocket

/** What the system knows of a file: [owner] is the number of a user, and [mode] the twelve bits that say who may do what. */
internal class FileStatus(
    val isFolder: Boolean,
    val owner: Long,
    val mode: Int,
)

/** That of [path] itself, not of what a link leads to; `null` where there is none. */
internal expect fun statusOf(path: String): FileStatus?

/** Makes the folder [path] for the user alone, unless there is something of that name. */
internal expect fun makePrivateFolder(path: String)

/** How many bytes the path of a socket may have: the system has room for 107, Java takes a few less. */
internal const val MAX_PATH_LENGTH: Int = 100
