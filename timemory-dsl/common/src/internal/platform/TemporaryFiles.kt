package timemory.internal.platform

import kotlin.concurrent.Volatile
import timemory.internal.lean.*

/*
 * A file that is being written is called `.wall.txt.1234-56789-1a2b3c.tmp`: after what it becomes, the process that writes it, when that
 * began, and the machine it runs on. So any process that finds one can check whether it is still being written.
 */

/** What the file that becomes [name] is called while this process writes it. */
internal fun temporaryName(name: String): String = ".$name.${ownFileMark()}.tmp"

/** What names of files have of this process: its number, when it began, and the machine. */
internal fun ownFileMark(): String = ProcessMark.own().let { "${it.pid}-${it.start}-${machineCode(it)}" }

/** When the process began whose [ownFileMark] is [mark], if that was on this machine and has ended; `null` otherwise. */
internal fun beginOfEnded(mark: String): Long? {
    // The moment may be negative.
    val pid = mark.substringBefore('-').toLongOrNull() ?: return null
    val start = mark.substringAfter('-').substringBeforeLast('-').toLongOrNull() ?: return null
    val own = ProcessMark.own()
    val isKnown = own.machine.isNotEmpty() && mark.substringAfterLast('-') == machineCode(own)
    return start.takeIf { isKnown && !ProcessMark.isAlive(pid, start) }
}

private fun machineCode(process: ProcessMark): String = codeOf(process.machine)

/** The same for all processes of this machine, in whichever container, until it is started again. */
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

/** After this many milliseconds, no process is still writing to the file. */
private const val ABANDONED_AFTER = 86_400_000L

/**
 * Removes from [directory] what processes were writing when they were killed: those of this machine, and those of other machines, containers
 * and boots, which are not seen from here, if they have not written to it for a day.
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

/** Whether [text] is a whole number without a sign. */
internal fun isNumber(text: String): Boolean = hasOnly(text, "0123456789")

private fun hasOnly(text: String, characters: String): Boolean {
    for (i in 0 until text.length) if (characters.indexOf(text[i]) < 0) return false
    return text.length > 0
}

/** Whether the process whose [ownFileMark] is [mark] cannot be seen from here. */
internal fun isOfOthers(mark: String): Boolean =
    ProcessMark.own().let { it.machine.isEmpty() || mark.substringAfterLast('-') != machineCode(it) }

private fun isOld(path: String, now: Long): Boolean =
    fileFacts(path)?.let { it.modified < now - ABANDONED_AFTER } ?: false

/**
 * Whether [path] itself, which may be a link, belongs to the user that this process runs as. In a folder that others may write to, another
 * user may have put a file there that looks like ours. `true` on systems without file owners; `false` if there is no such file.
 */
internal fun isOwn(path: String): Boolean {
    val user = userOf(path) ?: return false
    val own = ownUser()
    if (user == NO_USER || own == NO_USER || user == own) return true
    // Mounts of storage in the cloud, and of machines that trust no root, show all files as one user's.
    val folder = path.substringBeforeLast('/', ".").ifEmpty { "/" }
    val known = shownUser?.takeIf { it.folder == folder && it.own == own }
    if (known != null) return user == known.user
    val shown = userOfNewFileIn(folder) ?: return false
    shownUser = ShownUser(folder, own, shown)
    return user == shown
}

/** Whether [path] is a folder that [isOwn], and no link to one. */
internal fun isOwnFolder(path: String): Boolean = fileFacts(path)?.isFolder == true && isOwn(path)

/** As whose files, those of [user], the files of [own] in [folder] are shown. */
private class ShownUser(val folder: String, val own: Int, val user: Int)

/** Of the folder asked for last: many files of one are looked at in turn. */
@Volatile
private var shownUser: ShownUser? = null
