package timemory.internal.platform

import timemory.internal.lean.*

/*
 * A file that is being written is called `.wall.txt.1234-56789-1a2b3c.tmp`: after what it becomes, the process that writes it, when that
 * began, and the machine it runs on. So whoever finds one knows whether it is still being written.
 */

/** What the file that becomes [name] is called while this process writes it. */
internal fun temporaryName(name: String): String {
    val own = ProcessMark.own()
    return ".$name.${own.pid}-${own.start}-${machineCode(own)}.tmp"
}

/** What the names of files have of the machine and the container that [process] runs on. */
internal fun machineCode(process: ProcessMark): String {
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
    val own = ProcessMark.own()
    if (own.machine.isEmpty()) return
    for (name in listFiles(directory)) {
        if (!name.startsWith(".") || !name.endsWith(".tmp")) continue
        val mark = name.removeSuffix(".tmp").substringAfterLast('.')
        // The moment may be negative.
        val pid = mark.substringBefore('-').toLongOrNull() ?: continue
        val start = mark.substringAfter('-').substringBeforeLast('-').toLongOrNull() ?: continue
        if (mark.substringAfterLast('-') == machineCode(own) && !ProcessMark.isAlive(pid, start)) removeFile("$directory/$name")
    }
}
