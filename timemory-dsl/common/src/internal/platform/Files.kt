package timemory.internal.platform

/**
 * Whether the program may do more than the user who started it: it has a set-user-ID or set-group-ID bit, or capabilities. What it was
 * given by environment and arguments then decides nothing, and it does not measure.
 */
internal expect fun isPrivileged(): Boolean

/** All environment variables; none where it [isPrivileged]. */
internal expect fun environmentVariables(): Map<String, String>

/** Those of them whose names begin with one of [prefixes], and maybe others. */
internal expect fun environmentVariables(vararg prefixes: String): Map<String, String>

/** All Java system properties; none on Kotlin/Native. */
internal expect fun systemProperties(): Map<String, String>

/** The Java system property [name], `null` where it is not set. */
internal expect fun systemProperty(name: String): String?

/** The content of a file in UTF-8, or its first [most] bytes; throws an exception whose message says why it is unavailable. */
internal expect fun readText(path: String, most: Int = Int.MAX_VALUE): String

/**
 * The content of a regular file of at most [most] bytes, `null` where there is none: for files that a user names, of which some never end
 * (`/dev/zero`) or wait for a writer (a pipe). Throws an exception whose message says why it cannot be read. Bytes that are not valid UTF-8
 * are replaced.
 */
internal expect fun readRegularFile(path: String, most: Int): String?

/** The local time now. */
internal expect fun localTime(): CalendarTime

/**
 * Makes a directory and those above it where they are missing; throws an exception whose message says why it cannot. Where others may write
 * to [base], or it is another user's, only the user gets into those that are made below it.
 */
internal expect fun makeDirectories(path: String, base: String? = null)

/**
 * Writes a file so that a reader sees either all of it or none: into a temporary file beside it ([temporaryName]), which takes its name
 * once everything is written. The temporary file must not exist before, so that a link planted under its name leads nowhere. In a directory
 * that others may write to, only the user may read it. If [write] or the system fails, the temporary file is removed, a file of that name
 * stays as it was, and an exception tells the reason.
 *
 * @param gzip whether the content is compressed
 */
internal expect fun writeAtomically(path: String, gzip: Boolean = false, write: (FileOutput) -> Unit)

/**
 * Has [change] see the text of the file [path], empty where it was missing, and make what it returns the text, unless that is `null`. Of
 * all who do so with one file, threads and processes, one does at a time; the call fails after waiting for the others for more than five
 * seconds. The file is changed in place.
 *
 * @throws Exception with the reason, if it cannot be opened or is not a regular file
 */
internal expect fun changeLocked(path: String, change: (String) -> String?)

/** Removes the file or the empty folder [path], if that can be done. */
internal expect fun removeFile(path: String)

/** Gives the file or folder [path] the name [to] at once, on the same file system; throws an exception whose message says why it cannot. */
internal expect fun moveFile(path: String, to: String)

/**
 * Makes [path] a symbolic link to [target] at once, in place of a link of that name.
 *
 * @return whether it is one now: not if something else has that name, nor on file systems without links
 */
internal expect fun linkTo(target: String, path: String): Boolean

/** What is known of the file, folder or link [path] itself; `null` if there is none. */
internal expect fun fileFacts(path: String): FileFacts?

internal const val NO_USER: Int = -1

/** The number of the user that the file, folder or link [path] belongs to; [NO_USER] where that is not told, `null` where there is none. */
internal expect fun userOf(path: String): Int?

/** The number of the user whose rights this process has; [NO_USER] where that is not known. */
internal expect fun ownUser(): Int

/** As whose a file is shown that this process makes in [folder]; `null` where it cannot make one, or is not certain that it sees its own. */
internal expect fun userOfNewFileIn(folder: String): Int?

/**
 * What a file system says of a file, without following links.
 *
 * @property modified when it was written last, in milliseconds since 1970
 */
internal class FileFacts(val isFolder: Boolean, val isLink: Boolean, val bytes: Long, val modified: Long)

/**
 * A file that this process keeps locked until it ends or [release] is called. Processes in other containers of the machine see that, too:
 * they need not know the process.
 */
internal expect class HeldFile {
    /** Removes the file and gives up its lock. */
    fun release()
}

/** Makes the file [path] if it is missing, and locks it; `null` if that cannot be done. */
internal expect fun holdFile(path: String): HeldFile?

/** Whether another process keeps the file [path] locked; `null` if that cannot be found out. */
internal expect fun isHeld(path: String): Boolean?

/** The names of the files and folders in [path], sorted; none where it is missing. */
internal expect fun listFiles(path: String): List<String>

/** A local time, as calendars tell it. [month] and [day] count from 1. */
internal class CalendarTime(
    val year: Int,
    val month: Int,
    val day: Int,
    val hour: Int,
    val minute: Int,
    val second: Int,
)
