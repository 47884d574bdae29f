package timemory.internal.platform

import timemory.internal.lean.*
import timemory.internal.text.printable
import timemory.internal.text.wordsOf

/**
 * Identifies this process among all others: those running at the same time, an earlier one with the same process ID, and those in another
 * container or on another host that see the same directory. All of it is read from `/proc`; without it, on the JVM of another system, times
 * are unknown.
 *
 * @property program the program, which is the same in each of its runs: `java com.example.Main`, `python3 train.py`, `simulate`
 * @property start when it started, in hundredths of a second since the machine booted (`proc(5)`, `starttime`); -1 if unknown
 * @property machine the boot of the kernel and the process namespace that [pid] and [start] belong to; empty if unknown
 * @property image the same in a process and in its forked children, and in no other; two copies of the library in one process have
 * different ones
 */
internal class ProcessMark(
    val program: String,
    val pid: Long,
    val start: Long,
    val machine: String,
    val image: String = IMAGE,
) {
    companion object {
        private val IMAGE: String = randomText()
        private var known: ProcessMark? = null

        /** Returns that of the current process. A forked process has a different one from its parent. */
        fun own(): ProcessMark = known?.takeIf { it.pid == processId() } ?: read().also { known = it }

        private fun read(): ProcessMark {
            val pid = processId()
            val boot = textOf("/proc/sys/kernel/random/boot_id")
            // Each process namespace has a first process of its own.
            val machine = if (boot.isEmpty()) "" else "$boot/${startOf(1L)}"
            return ProcessMark(programName(), pid, startOf(pid), machine)
        }

        /** Whether process [pid], which started at [start], is still running on this machine. */
        fun isAlive(pid: Long, start: Long): Boolean {
            val fields = statOf(pid)
            if (fields.isEmpty() || fields[STATE] in listOf("Z", "X")) return false
            return start < 0L || fields.getOrNull(STARTED)?.toLongOrNull() == start
        }

        /** Whether this process can use [isAlive] to find out whether [process] is still running. */
        fun isSeen(process: ProcessMark): Boolean = process.machine.isNotEmpty() && process.machine == own().machine

        /** Returns the parent of [pid]; 0 if it is in another process namespace, or unknown. */
        fun parentOf(pid: Long): Long = statOf(pid).getOrNull(PARENT)?.toLongOrNull() ?: 0L

        internal fun startOf(pid: Long): Long = statOf(pid).getOrNull(STARTED)?.toLongOrNull() ?: -1L

        /** Returns the user and system CPU time, in hundredths of a second; -1 if unknown. */
        internal fun cpuTimeOf(pid: Long): Long {
            val fields = statOf(pid)
            val user = fields.getOrNull(USER_TIME)?.toLongOrNull() ?: return -1L
            return user + (fields.getOrNull(SYSTEM_TIME)?.toLongOrNull() ?: return -1L)
        }

        /** Returns the fields of `/proc/PID/stat` after the name of the program, which may contain anything. */
        private fun statOf(pid: Long): List<String> =
            wordsOf(textOf("/proc/$pid/stat").substringAfterLast(") ", ""))

        private const val STATE = 0
        private const val PARENT = 1
        private const val USER_TIME = 11
        private const val SYSTEM_TIME = 12
        private const val STARTED = 19
    }
}

/** A point in time on this machine. */
internal class Moment(
    /** Hundredths of a second since boot; -1 if unknown. */
    val uptime: Long,
    /** The ID of the process created last; -1 if unknown. */
    val lastPid: Long,
    /** Seconds since 1970; -1 if unknown. */
    val epoch: Long,
)

/** Hundredths of a second since boot; -1 if unknown. */
internal fun uptimeNow(): Long = textOf("/proc/uptime").substringBefore(' ').replace(".", "").toLongOrNull() ?: -1L

internal fun momentNow(): Moment {
    val uptime = uptimeNow()
    val lastPid = textOf("/proc/loadavg").substringAfterLast(' ').toLongOrNull() ?: -1L
    val boot = textOf("/proc/stat").substringAfter("\nbtime ", "").substringBefore('\n').toLongOrNull()
    return Moment(uptime, lastPid, if (boot == null || uptime < 0L) -1L else boot + uptime / 100L)
}

/** Milliseconds since 1970. */
internal expect fun epochMillis(): Long

private fun textOf(path: String): String = try {
    readText(path).trim()
} catch (_: Exception) {
    ""
}

/** Returns the name of the running program, without numbers that change from run to run and from version to version. */
private fun programName(): String {
    val java = systemProperty("sun.java.command")
    if (java != null && java.isNotBlank()) return "java " + withoutVersion(java.trim().substringBefore(' ').substringAfterLast('/'))
    val words = commandLine()
    val program = words.firstOrNull()?.substringAfterLast('/')?.ifEmpty { null } ?: return "unknown"
    if (!isPython(program)) return printable(program)
    return printable(program) + (pythonScript(words)?.let { " " + printable(it.substringAfterLast('/')) } ?: "")
}

/** Build tools start programs from JAR files whose names contain the time. */
private fun withoutVersion(name: String): String =
    printable(if (name.endsWith(".jar")) name.removeSuffix(".jar").filter { it.isLetter() } + ".jar" else name)

internal fun isPython(program: String): Boolean = program.startsWith("python") || program.startsWith("pypy")

/** Returns the script or module named by a Python command line; `null` if it is code, or there is none. */
internal fun pythonScript(words: List<String>): String? {
    for (i in 1 until words.size) {
        val word = words[i]
        if (word == "-m") return words.getOrNull(i + 1)
        if (word == "-c" || word == "-") return null
        val isOfOption = words[i - 1] == "-W" || words[i - 1] == "-X"
        if (!word.startsWith("-") && !isOfOption) return word
    }
    return null
}

/** The program and its arguments. */
internal fun commandLine(): List<String> {
    val words = try {
        readText("/proc/self/cmdline").split('\u0000')
    } catch (_: Exception) {
        return emptyList()
    }
    return words.subList(0, words.indexOfLast { it.isNotEmpty() } + 1)
}
