package timemory.internal.platform

import kotlin.concurrent.Volatile
import timemory.internal.lean.*

/*
 * A file being written is called `.wall.txt.1234-56789-1a2b3c.tmp`: after its final name, the process that writes it, the start time of the
 * process, and its machine. So any process that finds one can check whether it is still being written.
 */

/** Returns the name of the file [name] while this process writes it. */
internal fun temporaryName(name: String): String = ".$name.${ownFileMark()}.tmp"

/** The part of file names that identifies this process: its ID, its start time, and the machine. */
internal fun ownFileMark(): String = ProcessMark.own().let { "${it.pid}-${it.start}-${machineCode(it)}" }

/** Returns the start time of the process whose [ownFileMark] is [mark], if that was on this machine and has ended; `null` otherwise. */
internal fun beginOfEnded(mark: String): Long? {
    // The time may be negative.
    val pid = mark.substringBefore('-').toLongOrNull() ?: return null
    val start = mark.substringAfter('-').substringBeforeLast('-').toLongOrNull() ?: return null
    val own = ProcessMark.own()
    val isKnown = own.machine.isNotEmpty() && mark.substringAfterLast('-') == machineCode(own)
    return start.takeIf { isKnown && !ProcessMark.isAlive(pid, start) }
}

private fun machineCode(process: ProcessMark): String = codeOf(process.machine)

/** The same for all processes of this machine, in any container, until the next boot. */
internal fun bootCode(): String = codeOf(ProcessMark.own().machine.substringBefore('/'))

private fun codeOf(text: String): String {
    var rest = text.hashCode().toLong() and 0xFFFF_FFFFL
    var code = ""
    do {
        code = DIGITS[(rest % DIGITS.length).toInt()] + code
        rest /= DIGITS.length
    } while (rest > 0L)
    return code
}

private const val DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

/** After this many milliseconds, the file is considered abandoned. */
private const val ABANDONED_AFTER = 86_400_000L

/**
 * Removes files from [directory] that processes were writing when they were killed: those of this machine, and those of other machines,
 * containers and boots, which cannot be checked from here, if they have not been written to for a day.
 */
internal fun removeAbandoned(directory: String, now: Long) {
    for (name in listFiles(directory)) {
        if (!name.startsWith(".") || !name.endsWith(".tmp")) continue
        val mark = name.removeSuffix(".tmp").substringAfterLast('.')
        if (!isMark(mark)) continue
        if (beginOfEnded(mark) != null || isOfOthers(mark) && isOld("$directory/$name", now)) removeFile("$directory/$name")
    }
}

/** Whether [text] has the form of an [ownFileMark]. */
private fun isMark(text: String): Boolean {
    val rest = text.substringAfter('-', "")
    val start = rest.substringBeforeLast('-').removePrefix("-")
    return isNumber(text.substringBefore('-')) && isNumber(start) && hasOnly(rest.substringAfterLast('-', ""), DIGITS)
}

/** Whether [text] is an unsigned integer. */
internal fun isNumber(text: String): Boolean = hasOnly(text, "0123456789")

private fun hasOnly(text: String, characters: String): Boolean {
    for (i in 0 until text.length) if (characters.indexOf(text[i]) < 0) return false
    return text.length > 0
}

/** Whether the process whose [ownFileMark] is [mark] cannot be checked from here. */
internal fun isOfOthers(mark: String): Boolean =
    ProcessMark.own().let { it.machine.isEmpty() || mark.substringAfterLast('-') != machineCode(it) }

private fun isOld(path: String, now: Long): Boolean =
    fileFacts(path)?.let { it.modified < now - ABANDONED_AFTER } ?: false

/**
 * Whether [path] itself, which may be a link, belongs to the user that this process runs as. In a folder writable by others, another user
 * may have planted a file that looks like ours. `true` on systems without file owners; `false` if there is no such file.
 */
internal fun isOwn(path: String): Boolean {
    val user = userOf(path) ?: return false
    val own = ownUser()
    if (user == NO_USER || own == NO_USER || user == own) return true
    // Mounts of cloud storage, and of machines that squash root, show all files as one user's.
    val folder = path.substringBeforeLast('/', ".").ifEmpty { "/" }
    val known = shownUser?.takeIf { it.folder == folder && it.own == own }
    if (known != null) return user == known.user
    val shown = userOfNewFileIn(folder) ?: return false
    shownUser = ShownUser(folder, own, shown)
    return user == shown
}

/** Whether [path] is a folder for which [isOwn] is true, and not a link to one. */
internal fun isOwnFolder(path: String): Boolean = fileFacts(path)?.isFolder == true && isOwn(path)

/** The apparent owner [user] in [folder] of the files of [own]. */
private class ShownUser(val folder: String, val own: Int, val user: Int)

/** Caches the last folder, because many files of one folder are checked in turn. */
@Volatile
private var shownUser: ShownUser? = null
