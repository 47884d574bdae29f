package timemory.internal.platform

import timemory.internal.lean.*
import timemory.internal.text.printable
import timemory.internal.text.wordsOf

/**
 * What distinguishes this process from every other: one that runs beside it, one that had its number before, one in another container or on
 * another host that sees the same directory. All of it is read from `/proc`; where there is none, on the JVM of another system, times are
 * not known.
 *
 * @property program what it runs, which is the same in each of its runs: `java com.example.Main`, `python3 train.py`, `simulate`
 * @property start when it began, in hundredths of a second since the machine did (`proc(5)`, `starttime`); -1 where that is not known
 * @property machine the run of the kernel and the process namespace that [pid] and [start] belong to; empty where that is not known
 * @property image the same in a process and in what it became by `fork`, and in no other; two copies of the library in one process have
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

        /** That of the calling process. A process that came about by `fork` has another than that which it was made by. */
        fun own(): ProcessMark = known?.takeIf { it.pid == processId() } ?: read().also { known = it }

        private fun read(): ProcessMark {
            val pid = processId()
            val boot = textOf("/proc/sys/kernel/random/boot_id")
            // Each namespace of processes has a first one of its own.
            val machine = if (boot.isEmpty()) "" else "$boot/${startOf(1L)}"
            return ProcessMark(programName(), pid, startOf(pid), machine)
        }

        /** Whether process [pid], which began at [start], still runs on this machine. */
        fun isAlive(pid: Long, start: Long): Boolean {
            val fields = statOf(pid)
            if (fields.isEmpty() || fields[STATE] in listOf("Z", "X")) return false
            return start < 0L || fields.getOrNull(STARTED)?.toLongOrNull() == start
        }

        /** Whether this process can tell by [isAlive] whether [process] still runs. */
        fun isSeen(process: ProcessMark): Boolean = process.machine.isNotEmpty() && process.machine == own().machine

        /** The process that made [pid]; 0 if it is in another namespace of processes, or not known. */
        fun parentOf(pid: Long): Long = statOf(pid).getOrNull(PARENT)?.toLongOrNull() ?: 0L

        internal fun startOf(pid: Long): Long = statOf(pid).getOrNull(STARTED)?.toLongOrNull() ?: -1L

        /** User and system CPU time, in hundredths of a second; -1 if that is not known. */
        internal fun cpuTimeOf(pid: Long): Long {
            val fields = statOf(pid)
            val user = fields.getOrNull(USER_TIME)?.toLongOrNull() ?: return -1L
            return user + (fields.getOrNull(SYSTEM_TIME)?.toLongOrNull() ?: return -1L)
        }

        /** The fields of `/proc/PID/stat` after the name of the program, which may hold anything. */
        private fun statOf(pid: Long): List<String> =
            wordsOf(textOf("/proc/$pid/stat").substringAfterLast(") ", ""))

        private const val STATE = 0
        private const val PARENT = 1
        private const val USER_TIME = 11
        private const val SYSTEM_TIME = 12
        private const val STARTED = 19
    }
}

/** A moment on this machine. */
internal class Moment(
    /** Hundredths of a second since it began to run; -1 where that is not known. */
    val uptime: Long,
    /** The number of the process that was made last; -1 where that is not known. */
    val lastPid: Long,
    /** Seconds since 1970; -1 where that is not known. */
    val epoch: Long,
)

/** Hundredths of a second since the machine began to run; -1 if that is not known. */
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

/** What this process runs, without the numbers that change from run to run and from version to version. */
private fun programName(): String {
    val java = systemProperty("sun.java.command")
    if (java != null && java.isNotBlank()) return "java " + withoutVersion(java.trim().substringBefore(' ').substringAfterLast('/'))
    val words = commandLine()
    val program = words.firstOrNull()?.substringAfterLast('/')?.ifEmpty { null } ?: return "unknown"
    if (!isPython(program)) return printable(program)
    return printable(program) + (pythonScript(words)?.let { " " + printable(it.substringAfterLast('/')) } ?: "")
}

/** Build tools begin programs from JAR files whose names have the time in them. */
private fun withoutVersion(name: String): String =
    printable(if (name.endsWith(".jar")) name.removeSuffix(".jar").filter { it.isLetter() } + ".jar" else name)

internal fun isPython(program: String): Boolean = program.startsWith("python") || program.startsWith("pypy")

/** The script or module that a command line of Python names; `null` where it is code, or nothing. */
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
