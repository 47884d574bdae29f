@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import platform.posix.O_CLOEXEC
import platform.posix.O_CREAT
import platform.posix.O_WRONLY
import platform.posix.S_IFDIR
import platform.posix.S_IFMT
import platform.posix.close
import platform.posix.geteuid
import platform.posix.getppid
import platform.posix.lstat
import platform.posix.mkdir
import platform.posix.open
import platform.posix.rename
import platform.posix.rmdir
import platform.posix.stat
import platform.posix.unlink
import timemory.internal.platform.epochMillis
import timemory.internal.platform.listFiles
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.readText
import timemory.internal.platform.removeAbandoned
import timemory.internal.platform.temporaryName
import timemory.internal.platform.writeAtomically

/**
 * Where the ranks of one job leave their measurements, for rank 0 to report them together; this uses no MPI functions.
 *
 * Rank 0 creates a folder in the current directory, which all of them share, before it runs its command. The others put a file into it when
 * they have finished. Rank 0 waits for them for a while after its own end, and then renames the folder: a rank that arrives later finds
 * none, and reports by itself. So each rank is in exactly one report, regardless of the order.
 *
 * Ranks find the folder by the name of their job. If the launcher does not give one, as with MPICH's, it is that of the process that
 * started them, which is the same only for the ranks of one machine: those of other machines report by themselves.
 *
 * A launcher that ends a job may kill rank 0 before it removes the folder. So the folder contains a file named after the process of rank 0,
 * and the next rank 0 in the directory removes folders whose process no longer exists. A rank that finds such a folder reports by itself.
 */
internal class JointFolder private constructor(private val path: String, private val rank: Rank, private val size: Int) {
    /** Whether the folder exists for this rank; rank 0 creates it. */
    private fun isThere(): Boolean = isOwn(path)

    private fun isOwn(folder: String): Boolean = memScoped {
        val status = alloc<stat>()
        lstat(folder, status.ptr) == 0 && status.st_mode.toInt() and S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }

    /** To be called before the command is run. */
    fun open() {
        if (rank.number != 0) return
        listFiles(".").filter { it.startsWith(PREFIX) && isOwn(it) && isLeft(it) }.forEach(::remove)
        if (mkdir(path, OWN) == 0) close(open("$path/${temporaryName(MARK)}", O_CREAT or O_WRONLY or O_CLOEXEC, OWN_FILE))
    }

    /** Whether the process that created [folder] has ended, as far as this machine knows. */
    private fun isLeft(folder: String): Boolean {
        if (marksIn(folder).isEmpty()) return false
        removeAbandoned(folder, epochMillis())
        return marksIn(folder).isEmpty()
    }

    private fun marksIn(folder: String): List<String> = filesIn(folder).filter { it.startsWith(".$MARK.") }

    private fun remove(folder: String) {
        filesIn(folder).forEach { unlink("$folder/$it") }
        rmdir(folder)
    }

    /** Leaves [report] to rank 0; returns false if there is no rank 0 that would read it. */
    fun leave(report: RankReport): Boolean {
        val end = monotonicNanoseconds() + WAIT_FOR_FIRST
        while (!isThere()) {
            if (monotonicNanoseconds() > end) return false
            pause(NAP)
        }
        if (isLeft(path)) {
            remove(path)
            return false
        }
        return try {
            writeAtomically("$path/${rank.number}") { it.append(report.text()) }
            true
        } catch (_: Exception) {
            false // rank 0 has removed the folder
        }
    }

    /** Returns the reports of the other ranks, once they have all arrived or the wait is over. */
    fun collect(): List<RankReport> {
        val end = monotonicNanoseconds() + WAIT_FOR_OTHERS
        while (reportsIn(path).size < size - 1 && monotonicNanoseconds() < end && isThere()) pause(NAP)
        val closed = "$path.closed"
        if (rename(path, closed) != 0) return emptyList()
        val reports = reportsIn(closed).mapNotNull { RankReport.of(it, readText("$closed/$it")) }
        remove(closed)
        return reports.sortedBy { it.rank }
    }

    private fun reportsIn(folder: String): List<String> =
        filesIn(folder).filter { name -> name.toIntOrNull()?.let { it in 1 until size } == true }

    private fun filesIn(folder: String): List<String> = try {
        listFiles(folder)
    } catch (_: Exception) {
        emptyList()
    }

    companion object {
        private const val OWN = 0x1C0u
        private const val OWN_FILE = 0x180
        private const val PREFIX = ".timem-"

        /** The final name of the file that identifies the folder's owner. */
        private const val MARK = "rank-0"
        private const val NAP = 10_000
        private const val WAIT_FOR_FIRST = 2_000_000_000L
        private const val WAIT_FOR_OTHERS = 5_000_000_000L

        /** Returns that of the job of [rank]; `null` if the number of ranks is unknown, or 1. */
        fun of(rank: Rank?): JointFolder? {
            val size = rank?.size ?: return null
            if (size < 2) return null
            val job = rank.job ?: "of-${getppid()}"
            val name = job.map { if (it.isLetterOrDigit() || it in "-_.") it else '_' }.joinToString("")
            return JointFolder("$PREFIX$name", rank, size)
        }
    }
}
