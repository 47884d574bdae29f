package timemory.internal.platform

import timemory.internal.lean.*

/*
 * A file that is being written is called `.wall.txt.1234-56789-1a2b3c.tmp`: after what it becomes, the process that writes it, when that
 * began, and the machine it runs on. So whoever finds one knows whether it is still being written.
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

private fun machineCode(process: ProcessMark): String {
    var rest = process.machine.hashCode().toLong() and 0xFFFF_FFFFL
    var code = ""
    do {
        code = DIGITS[(rest % DIGITS.length).toInt()] + code
        rest /= DIGITS.length
    } while (rest > 0L)
    return code
}

private const val DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

/** Removes from [directory] what processes of this machine were writing when they were killed. */
internal fun removeAbandoned(directory: String) {
    for (name in listFiles(directory)) {
        if (!name.startsWith(".") || !name.endsWith(".tmp")) continue
        if (beginOfEnded(name.removeSuffix(".tmp").substringAfterLast('.')) != null) removeFile("$directory/$name")
    }
}
