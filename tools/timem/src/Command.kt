@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.toKString
import platform.posix.X_OK
import platform.posix.access
import platform.posix.getenv
import timemory.timem.linux.timem_gives_rights

/**
 * The command to measure.
 *
 * @property words as passed to `exec`, byte for byte
 * @property name its name in reports: its first word, even if a shell runs it
 * @property isShell whether a shell runs it
 */
internal class Command(val words: List<ByteArray>, val name: String, private val isShell: Boolean) {
    val texts: List<String> get() = words.map { it.decodeToString() }

    /**
     * Why tracing could do harm, `null` if it does not: a traced process gets no rights from a file such as `sudo`, and a shell may become
     * any program.
     */
    fun reasonNotToTrace(): String? {
        if (isShell) return "a shell may become a privileged program"
        val file = texts.first()
        val candidates = if ('/' in file) listOf(file)
        else (getenv("PATH")?.toKString() ?: "/bin:/usr/bin").split(':').map { "${it.ifEmpty { "." }}/$file" }
        val found = candidates.firstOrNull { access(it, X_OK) == 0 } ?: return null
        return if (timem_gives_rights(found) != 0) "$found is privileged, and would lose its privileges" else null
    }

    companion object {
        fun of(words: List<ByteArray>, shell: Shell?): Command {
            val name = words.first().decodeToString()
            if (shell == null) return Command(words, name, false)
            val line = ArrayList<Byte>()
            for ((index, word) in words.withIndex()) {
                if (index > 0) line.add(' '.code.toByte())
                word.forEach(line::add)
            }
            return Command((listOf(shell.path) + shell.flags + "-c").map(String::encodeToByteArray) + line.toByteArray(), name, true)
        }
    }
}

/** A shell that runs the command's words, joined by spaces, as one line. */
internal class Shell(val path: String, val flags: List<String>)
