package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.changeLocked
import timemory.internal.platform.epochMillis
import timemory.internal.platform.fileFacts
import timemory.internal.platform.isOwn
import timemory.internal.platform.isOwnFolder
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.momentNow
import timemory.internal.platform.moveFile
import timemory.internal.platform.readText
import timemory.internal.platform.removeAbandoned
import timemory.internal.platform.writeAtomically

/**
 * Finds the folder that all ranks of one job write to, and no rank of another job.
 *
 * The newest job is in the folder that its launcher's variables name, `job-4711.0` or `ranks-of-4`. When the first rank of the next job of
 * that name ends, the folder becomes one of those of earlier runs, as a whole and at once, [RunNames]. Ranks of two jobs that run at the
 * same time have a folder each: those of the later one write to one that is named so from the start.
 *
 * Ranks know no more of each other than what the launcher says. The number of a job may be that of one that was requeued, and MPICH's
 * launcher gives none at all. So a rank belongs to the ranks that the same process started, of those that have the launcher's variables; to
 * ranks on other machines, whose launcher it does not see, if it ran at the same time; and never to ranks of which one that has its own
 * number had ended before it began. See [isOf].
 */
internal class JobFolder(
    private val root: String,
    private val place: JobPlace,
    recordName: String,
    private val own: ProcessMark = ProcessMark.own(),
    private val launcher: JobRecord.Launcher? = place.variable?.let { launcherOf(own, it) },
) {
    private val recordName = ".$recordName.run"

    /** A folder with its record. */
    private class Found(val path: String, val record: JobRecord)

    /**
     * The folder of this job, which is made where this is its first rank that ends.
     *
     * @throws Exception with the reason, where none can be made
     */
    fun find(): String {
        makeDirectories(root)
        val usual = "$root/${place.folder}"
        var path = if (isReady(usual)) usual else ""
        var tries = 0
        while (path.isEmpty()) {
            try {
                changeLocked("$root/.${place.folder}.lock") {
                    path = if (isReady(usual)) usual else findAlone(usual)
                    null
                }
            } catch (failure: Exception) {
                // A thousand ranks that end at once wait for each other for longer than one of them may.
                if (isReady(usual)) path = usual else if (++tries == MAX_TRIES) throw failure
            }
        }
        return path
    }

    /** Whether [usual] has a record of this rank's job and launcher: most ranks find that, and need not wait for each other. */
    private fun isReady(usual: String): Boolean = isFolder(usual) && isOurs(usual)

    /** And neither a link nor another user's, which could have been planted to redirect the results. */
    private fun isFolder(path: String): Boolean = isOwnFolder(path)

    private fun isOurs(usual: String): Boolean = JobRecord.inFolder(usual)?.let { isComplete(it) && isOf(Found(usual, it)) } ?: false

    /** Whether [path], which [find] returned, still is the folder of that job, and not of the next one. */
    fun isStill(path: String): Boolean {
        val record = JobRecord.inFolder(path) ?: return false
        return record.attempt == place.attempt && (launcher == null || launcher in record.launchers)
    }

    private fun isComplete(record: JobRecord): Boolean = record.with(launcher, own.program) === record

    private fun findAlone(usual: String): String {
        val suitable = jobs(usual).filter(::isOf)
        val known = suitable.firstOrNull { own.program in it.record.programs } ?: suitable.firstOrNull()
        if (known != null) {
            if (!isComplete(known.record)) write(known.path, known.record.with(launcher, own.program))
            return known.path
        }
        val folder = RunNames.ofJob(place.folder)
        for (name in listFiles(root).filter { RunNames.isTimed(it) || isJob(it) }.takeLast(MAX_SWEPT)) {
            if (isFolder("$root/$name")) removeAbandoned("$root/$name", epochMillis())
        }
        val path = if (isFree(usual)) usual else "$root/$folder"
        makeDirectories(path, root)
        check(isFolder(path)) { "$path: a link or another user's folder is in the way" }
        write(
            path,
            JobRecord(
                place.folder, place.attempt, place.size ?: 0, folder, momentNow(), own.machine, listOfNotNull(launcher),
                listOf(own.program),
            ),
        )
        return path
    }

    /** Jobs with the same name, newest first. */
    private fun jobs(usual: String): List<Found> {
        val paths = listOf(usual) + listFiles(root).filter { RunNames.isTimed(it) && it.endsWith("-${place.folder}") }.reversed()
            .map { "$root/$it" }
        return paths.filter(::isFolder).mapNotNull { path ->
            JobRecord.inFolder(path)?.let {
                Found(path, it)
            }
        }.filter { it.record.key == place.folder }
    }

    private fun write(path: String, record: JobRecord) = writeAtomically("$path/${JobRecord.NAME}") { it.append(record.text()) }

    /** Whether this process is of the job that [job] has ranks of. */
    private fun isOf(job: Found): Boolean {
        val record = job.record
        if (record.attempt != place.attempt) return false
        val sameRank = recordIn(job.path)
        if (sameRank != null && endedBefore(sameRank, own)) return false
        val here = record.launchers.filter { it.machine == own.machine }
        return when {
            launcher in here -> true
            // Another launcher on this machine: of this job only if one has several that work at the same time.
            launcher != null && here.isNotEmpty() -> place.isNamed && overlaps(record)
            else -> place.isNamed || overlaps(record)
        }
    }

    /** Whether this process had begun when the first rank of the job of [record] ended. */
    private fun overlaps(record: JobRecord): Boolean {
        val first = ProcessMark("", -1L, -1L, record.firstMachine, "")
        return !endedBefore(RunRecord(first, 1, record.first, record.first, "", emptyList(), emptyList()), own)
    }

    private fun recordIn(path: String): RunRecord? = runRecordIn("$path/$recordName")

    /** Whether the folder of the newest job is there to be taken: empty, or moved away as its job is over. */
    private fun isFree(usual: String): Boolean {
        val facts = fileFacts(usual) ?: return true
        if (!facts.isFolder || !isOwn(usual)) return false
        val files = listFiles(usual)
        if (files.isEmpty()) return true
        val folder = JobRecord.inFolder(usual)?.folder ?: RunNames.ofJob(place.folder)
        if (fileFacts("$root/$folder") != null || !isOver(usual, files)) return false
        try {
            moveFile(usual, "$root/$folder")
        } catch (_: Exception) {
            return false
        }
        // A rank of that job may have claimed its files meanwhile, by the old name.
        if (isOver("$root/$folder", listFiles("$root/$folder"))) return true
        runCatching { moveFile("$root/$folder", usual) }
        return false
    }

    /** Whether all ranks of which there are results have ended. What has no records is not known to be ours. */
    private fun isOver(path: String, files: List<String>): Boolean {
        val records = files.filter { it.startsWith(".") && it.endsWith(".run") }
        if (records.isEmpty()) return false
        return records.all { runRecordIn("$path/$it")?.isOver ?: false }
    }

    companion object {
        private const val MAX_TRIES = 6

        /** So many folders of other jobs and runs are looked into for what killed ranks were writing. */
        private const val MAX_SWEPT = 200

        /** Whether [name] may be that of the folder of a job: [JobPlace.folder]. */
        fun isJob(name: String): Boolean = name.startsWith("job-") || name.startsWith("ranks-of-")

        /** Processes between a rank and its launcher: scripts, and what they start. */
        private const val MAX_PARENTS = 64

        /**
         * The process that started [own] as a rank: the nearest one above it whose environment has not [variable]. That of another user
         * cannot be read, and is the launcher's. `null` if it is in another namespace of processes.
         */
        fun launcherOf(own: ProcessMark, variable: String): JobRecord.Launcher? {
            var pid = own.pid
            repeat(MAX_PARENTS) {
                pid = ProcessMark.parentOf(pid)
                if (pid <= 0L) return null
                if (!hasVariable(pid, variable)) return JobRecord.Launcher(own.machine, pid, ProcessMark.startOf(pid))
            }
            return null
        }

        private fun hasVariable(pid: Long, variable: String): Boolean = try {
            readText("/proc/$pid/environ").split('\u0000').any { it.startsWith("$variable=") }
        } catch (_: Exception) {
            false
        }
    }
}
