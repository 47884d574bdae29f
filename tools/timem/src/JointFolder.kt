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
 * Where the ranks of one job leave what they measured, for rank 0 to report it as one; no function of MPI is called for that.
 *
 * Rank 0 makes a folder in the current directory, which all of them share, before it runs its command. The others put a file into it when
 * they are done. Rank 0 waits for them a while after its own end, and then renames the folder: a rank that comes later finds none, and
 * reports for itself. So each rank is in exactly one report, regardless of the order.
 *
 * Ranks find the folder by the name of their job. Where the launcher names none, as MPICH's does, it is that of the process that started
 * them, which is the same for the ranks of one machine only: those of others report for themselves.
 *
 * A launcher that ends a job may kill rank 0 before it takes the folder away. So the folder has a file that is called by the process of
 * rank 0, and the next rank 0 in the directory removes folders whose process is there no more. A rank that finds such a one reports for
 * itself.
 */
internal class JointFolder private constructor(private val path: String, private val rank: Rank, private val size: Int) {
    /** Whether the folder is there for this rank: rank 0 makes it. */
    private fun isThere(): Boolean = isOwn(path)

    private fun isOwn(folder: String): Boolean = memScoped {
        val status = alloc<stat>()
        lstat(folder, status.ptr) == 0 && status.st_mode.toInt() and S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }

    /** To be called before the command runs. */
    fun open() {
        if (rank.number != 0) return
        listFiles(".").filter { it.startsWith(PREFIX) && isOwn(it) && isLeft(it) }.forEach(::remove)
        if (mkdir(path, OWN) == 0) close(open("$path/${temporaryName(MARK)}", O_CREAT or O_WRONLY or O_CLOEXEC, OWN_FILE))
    }

    /** Whether the process that made [folder] has ended, as far as this machine knows it. */
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

    /** Leaves [report] to rank 0; false where there is no rank 0 that would read it. */
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
            false // rank 0 has taken the folder away
        }
    }

    /** What the other ranks left, once they are all there or the wait is over. */
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

        /** What the file would become that says whose the folder is. */
        private const val MARK = "rank-0"
        private const val NAP = 10_000
        private const val WAIT_FOR_FIRST = 2_000_000_000L
        private const val WAIT_FOR_OTHERS = 5_000_000_000L

        /** That of the job of [rank]; `null` where it is not known how many ranks there are, or there is one. */
        fun of(rank: Rank?): JointFolder? {
            val size = rank?.size ?: return null
            if (size < 2) return null
            val job = rank.job ?: "of-${getppid()}"
            val name = job.map { if (it.isLetterOrDigit() || it in "-_.") it else '_' }.joinToString("")
            return JointFolder("$PREFIX$name", rank, size)
        }
    }
}
