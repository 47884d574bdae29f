package timemory.live

import timemory.internal.lean.*
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.beginOfEnded
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.listFiles
import timemory.internal.platform.ownFileMark
import timemory.internal.platform.readText
import timemory.internal.platform.removeFile

private const val SOCKET = ".socket"
private const val UNFINISHED = ".tmp"

/** The permission bits of everyone but the owner. */
private const val OTHERS = 0b000_111_111

/**
 * The folder with the sockets of one user's processes: `timemory-UID`, which only the user may access, in the first usable one of the
 * runtime folder (`XDG_RUNTIME_DIR`), the temporary folder (`TMPDIR`), and `/tmp`. Sockets are named after their processes, like the files
 * of [CheckpointFiles]:
 * ```
 * /run/user/1000/timemory-1000/1234-567890-1a2b3c-9f86d081.socket
 * ```
 */
internal class LiveFolder private constructor(val path: String) {
    private val name = ownFileMark() + "-" + ProcessMark.own().image.take(COPY_DIGITS)

    /** Path of this process's socket. */
    val socket: String = "$path/$name$SOCKET"

    /** Path of the socket while it is being created. */
    val unfinished: String = "$path/.$name$UNFINISHED"

    /** Removes sockets of ended processes. */
    fun sweep() {
        for (name in listFiles(path)) {
            if (!name.endsWith(SOCKET) && !name.endsWith(UNFINISHED)) continue
            val process = PROCESS.find(name.removePrefix("."))?.value ?: continue
            if (beginOfEnded(process) != null) removeFile("$path/$name")
        }
    }

    companion object {
        /**
         * Returns the first of [bases] with a usable folder, creating the folder if it is missing.
         *
         * @throws IllegalStateException with the reason for each, if none can be used
         */
        fun find(bases: List<String> = bases()): LiveFolder {
            val user = ownUser()
            val reasons = ArrayList<String>()
            for (base in bases) {
                val folder = LiveFolder("${base.trimEnd('/')}/timemory-$user")
                val reason = folder.reasonAgainst(base, user) ?: return folder
                reasons.add(reason)
            }
            error(reasons.joinToString("; "))
        }

        /** Returns the parent folders for this environment, in order of preference. */
        fun bases(): List<String> {
            val variables = environmentVariables("XDG_RUNTIME_DIR", "TMPDIR")
            return listOfNotNull(variables["XDG_RUNTIME_DIR"], variables["TMPDIR"], "/tmp").filter { it.startsWith("/") }.distinct()
        }

        /** Returns the effective user ID of this process (`proc(5)`). */
        fun ownUser(): Long {
            val numbers = readText("/proc/self/status").substringAfter("\nUid:", "").substringBefore('\n').split('\t')
            return numbers.getOrNull(2)?.toLongOrNull() ?: error("/proc/self/status does not show the owner of this process")
        }
    }

    /** Returns why the folder cannot be used; `null` if it can. */
    private fun reasonAgainst(base: String, user: Long): String? = try {
        tryIn(base, user)
    } catch (failure: Exception) {
        "$path cannot be used: ${failure.message}"
    }

    private fun tryIn(base: String, user: Long): String? {
        if (statusOf("${base.trimEnd('/')}/.") == null) return "there is no folder $base"
        val length = unfinished.encodeToByteArray().size.coerceAtLeast(socket.encodeToByteArray().size)
        if (length > MAX_PATH_LENGTH) return "$socket exceeds the $MAX_PATH_LENGTH bytes that a socket path may have"
        makePrivateFolder(path)
        val status = statusOf(path) ?: return "$path cannot be inspected"
        return when {
            !status.isFolder -> "$path is not a folder: remove it"
            status.owner != user -> "$path belongs to user ${status.owner}, not to $user: set TMPDIR to your own folder"
            status.mode and OTHERS != 0 -> "other users have access to $path: 'chmod 700 $path', or remove it"
            else -> null
        }
    }
}
