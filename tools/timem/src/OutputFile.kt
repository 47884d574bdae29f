@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.usePinned
import platform.posix.O_CLOEXEC
import platform.posix.O_CREAT
import platform.posix.O_EXCL
import platform.posix.O_TRUNC
import platform.posix.O_WRONLY
import platform.posix.S_IFDIR
import platform.posix.S_IFMT
import platform.posix.S_IFREG
import platform.posix.close
import platform.posix.errno
import platform.posix.getpid
import platform.posix.open
import platform.posix.rename
import platform.posix.stat
import platform.posix.unlink
import timemory.internal.platform.errorText
import timemory.internal.platform.makeDirectories
import timemory.internal.text.visible
import timemory.timem.linux.timem_write

/**
 * Where results are written. Whether they can be written is checked before the command is run, so that nothing runs for hours in vain, and
 * they are written to a temporary file that is renamed when it is complete.
 */
internal class OutputFile(val path: String) {
    val isJson get() = path.endsWith(".json")

    private val temporary = path.substringBeforeLast('/', ".") + "/." + path.substringAfterLast('/') + ".${getpid()}.tmp"

    /** Creates its parent directories, and throws if it cannot be written. */
    fun check() {
        val directory = path.substringBeforeLast('/', "")
        if (directory.isNotEmpty()) {
            try {
                makeDirectories(directory)
            } catch (exception: Exception) {
                throw refused(exception.message ?: "no directory", isBefore = true)
            }
        }
        val kind = kind()
        if (kind == S_IFDIR) throw refused("it is a directory", isBefore = true)
        if (!isReplaced(kind)) return close(opened(path, O_WRONLY, isBefore = true)).let { }
        close(opened(temporary, O_WRONLY or O_CREAT or O_EXCL, isBefore = true))
        unlink(temporary)
    }

    fun write(content: String) {
        val isReplaced = isReplaced(kind())
        val target = if (isReplaced) temporary else path
        val file = opened(target, if (isReplaced) O_WRONLY or O_CREAT or O_EXCL else O_WRONLY or O_TRUNC, isBefore = false)
        val bytes = content.encodeToByteArray()
        val failure = if (bytes.isEmpty()) 0 else bytes.usePinned { timem_write(file, it.addressOf(0), bytes.size.toLong()) }
        val reason = if (failure != 0) -failure else if (close(file) != 0 || isReplaced && rename(temporary, path) != 0) errno else 0
        if (reason != 0) {
            if (isReplaced) unlink(temporary)
            throw refused(errorText(reason), isBefore = false)
        }
    }

    /** What exists already: a device or a pipe is written to, and not replaced. */
    private fun kind(): Int? = memScoped {
        val status = alloc<stat>()
        if (stat(path, status.ptr) == 0) status.st_mode.toInt() and S_IFMT else null
    }

    private fun isReplaced(kind: Int?) = kind == null || kind == S_IFREG

    private fun opened(file: String, flags: Int, isBefore: Boolean): Int {
        val number = open(file, flags or O_CLOEXEC, 0x1B6)
        if (number < 0) throw refused(errorText(errno), isBefore)
        return number
    }

    private fun refused(reason: String, isBefore: Boolean) = Failure(
        "output file '${visible(path)}' cannot be written: $reason" + if (isBefore) "; nothing was run. Choose another name by -o, or none"
        else "",
    )

    companion object {
        private const val DIRECTORY = "timem-output"

        /**
         * Returns the file called [name], after replacing patterns. Without a name, returns that of [command] in a directory of timem's.
         */
        fun named(name: String, command: Command, rank: Rank?, variable: (String) -> String?): OutputFile {
            if (name.isEmpty()) {
                return OutputFile("$DIRECTORY/${command.name.substringAfterLast('/')}${rank?.let { "-${it.number}" } ?: ""}.json")
            }
            val path = StringBuilder()
            var at = 0
            while (at < name.length) {
                val c = name[at++]
                if (c != '%') {
                    path.append(c)
                    continue
                }
                when (val key = name.getOrNull(at++)) {
                    'p' -> path.append(getpid())
                    'j' -> path.append(variable("SLURM_JOB_ID") ?: "0")
                    'r' -> path.append(rank?.number ?: 0)
                    's' -> path.append(rank?.size ?: 1)
                    '%' -> path.append('%')
                    else -> throw UsageError(
                        "'%${key ?: ""}' in '${visible(name)}' is unknown: there are %p, %j, %r, %s, and " +
                            "%% for itself",
                    )
                }
            }
            return OutputFile(path.toString())
        }
    }
}
