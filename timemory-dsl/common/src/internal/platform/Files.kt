package timemory.internal.platform

/**
 * Whether the program has more privileges than the user who started it: a set-user-ID or set-group-ID bit, or capabilities. It then ignores
 * its environment and arguments, and does not measure.
 */
internal expect fun isPrivileged(): Boolean

/** All environment variables; none if the process [isPrivileged]. */
internal expect fun environmentVariables(): Map<String, String>

/** The environment variables whose names start with one of [prefixes], and possibly others. */
internal expect fun environmentVariables(vararg prefixes: String): Map<String, String>

/** All Java system properties; none on Kotlin/Native. */
internal expect fun systemProperties(): Map<String, String>

/** The Java system property [name]; `null` if it is not set. */
internal expect fun systemProperty(name: String): String?

/**
 * Returns the content of a UTF-8 file, or its first [most] bytes; throws an exception whose message gives the reason if it cannot be read.
 */
internal expect fun readText(path: String, most: Int = Int.MAX_VALUE): String

/**
 * Returns the content of a regular file of at most [most] bytes, `null` if there is none: for files named by a user, some of which never
 * end (`/dev/zero`) or wait for a writer (a pipe). Throws an exception whose message gives the reason if it cannot be read. Bytes that are
 * not valid UTF-8 are replaced.
 */
internal expect fun readRegularFile(path: String, most: Int): String?

/** The current local time. */
internal expect fun localTime(): CalendarTime

/**
 * Creates a directory and its missing parents; throws an exception whose message gives the reason if it cannot. If others may write to
 * [base], or it belongs to another user, only the user may access the directories created below it.
 */
internal expect fun makeDirectories(path: String, base: String? = null)

/**
 * Writes a file atomically, so that a reader sees all of it or nothing: to a temporary file next to it ([temporaryName]), which is renamed
 * once everything is written. The temporary file must not exist before, so that a link planted under its name has no effect. In a directory
 * writable by others, only the user may read it. If [write] or the system fails, the temporary file is removed, an existing file of that
 * name is unchanged, and an exception gives the reason.
 *
 * @param gzip whether the content is compressed
 */
internal expect fun writeAtomically(path: String, gzip: Boolean = false, write: (FileOutput) -> Unit)

/**
 * Passes the text of the file [path], empty if it was missing, to [change], and replaces it with the result unless that is `null`. Only one
 * of all threads and processes that do so with a file proceeds at a time; the call fails after waiting for the others for more than five
 * seconds. The file is changed in place.
 *
 * @throws Exception with the reason, if it cannot be opened or is not a regular file
 */
internal expect fun changeLocked(path: String, change: (String) -> String?)

/** Removes the file or the empty folder [path], if possible. */
internal expect fun removeFile(path: String)

/**
 * Renames the file or folder [path] to [to] atomically, on the same file system; throws an exception whose message gives the reason if it
 * cannot.
 */
internal expect fun moveFile(path: String, to: String)

/**
 * Makes [path] a symbolic link to [target] atomically, replacing a link of that name.
 *
 * @return whether it is one now: `false` if something else has that name, and on file systems without links
 */
internal expect fun linkTo(target: String, path: String): Boolean

/** Returns the attributes of the file, folder or link [path] itself; `null` if there is none. */
internal expect fun fileFacts(path: String): FileFacts?

internal const val NO_USER: Int = -1

/** Returns the user ID of the owner of the file, folder or link [path]; [NO_USER] if unknown, `null` if it does not exist. */
internal expect fun userOf(path: String): Int?

/** Returns the effective user ID of this process; [NO_USER] if unknown. */
internal expect fun ownUser(): Int

/**
 * Returns the apparent owner of a file that this process creates in [folder]; `null` if it cannot create one, or cannot be sure that it
 * sees its own.
 */
internal expect fun userOfNewFileIn(folder: String): Int?

/**
 * The attributes of a file, without following links.
 *
 * @property modified when it was last written, in milliseconds since 1970
 */
internal class FileFacts(val isFolder: Boolean, val isLink: Boolean, val bytes: Long, val modified: Long)

/**
 * A file that this process keeps locked until it exits or [release] is called. Processes in other containers on the machine see the lock
 * too, without having to know the process.
 */
internal expect class HeldFile {
    /** Removes the file and releases its lock. */
    fun release()
}

/** Creates the file [path] if it is missing, and locks it; `null` if that fails. */
internal expect fun holdFile(path: String): HeldFile?

/** Whether another process keeps the file [path] locked; `null` if unknown. */
internal expect fun isHeld(path: String): Boolean?

/** Returns the names of the files and folders in [path], sorted; none if it is missing. */
internal expect fun listFiles(path: String): List<String>

/** A local time in calendar fields. [month] and [day] count from 1. */
internal class CalendarTime(
    val year: Int,
    val month: Int,
    val day: Int,
    val hour: Int,
    val minute: Int,
    val second: Int,
)
