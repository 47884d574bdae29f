package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.FileFacts
import timemory.internal.platform.epochMillis
import timemory.internal.platform.fileFacts
import timemory.internal.platform.isOwnFolder
import timemory.internal.platform.linkTo
import timemory.internal.platform.listFiles
import timemory.internal.platform.readRegularFile
import timemory.internal.platform.removeFile
import timemory.internal.platform.writeAtomically
import timemory.settings.Settings

/** The name that always leads to the newest run. */
internal const val LATEST: String = "latest"

/**
 * Has [LATEST] below [root] lead to [path], the folder of the newest run, whose name below it is [name]: a link, or where there are no
 * links a file with the folder's name. The run that is in [root] itself is found by [RunLinks] as well. None of this is made for the only
 * run in [root].
 */
internal fun pointLatest(root: String, path: String, name: String) {
    val there = fileFacts("$root/$LATEST")
    val files = listFiles(root)
    if (path == root && there == null && files.none { RunNames.isTimed(it) || JobFolder.isJob(it) }) return
    RunLinks.make(root, files)
    val target = if (path != root) path.removePrefix("$root/") else if (fileFacts("$root/$name") == null) "." else name
    if (there?.isFolder == true || linkTo(target, "$root/$LATEST")) return
    if (there == null || isPointer("$root/$LATEST", there)) writeAtomically("$root/$LATEST") { it.append(target).append("\n") }
}

private fun isPointer(path: String, facts: FileFacts): Boolean = facts.bytes < MAX_POINTER_BYTES &&
    readRegularFile(path, MAX_POINTER_BYTES)?.trimEnd()?.let { text ->
        text == "." || RunNames.isRun(text) || JobRecord.inFolder(path.removeSuffix(LATEST) + text) != null
    } == true

private const val MAX_POINTER_BYTES = 1_000

/**
 * Removes the oldest runs and jobs below an output path beyond those that [settings] keep. Only folders that timemory made, that have
 * nothing but what it wrote, whose processes have ended, and that belong to this process' user are considered: other users may imitate such
 * folders, and may change theirs at any moment.
 */
internal class RunRetention(private val root: String, private val settings: Settings, private val now: Long = epochMillis()) {
    private class Old(val path: String, val time: String)

    /** @param newest the folder of the newest run, which stays */
    fun apply(newest: String, report: (String) -> Unit) {
        val runs = earlierRuns(newest)
        var removed = 0
        var kept = 0
        var bytes = 0L
        // With many runs, looking at each of them at the end of every process would take long: one in ten does.
        val measures = runs.size <= MAX_UNTIMED || now % ONE_OF == 0L
        for (i in runs.size - 1 downTo 0) {
            val run = runs[i]
            val isBeyond = settings.keepRuns in 1..kept
            if (!isBeyond && !measures) {
                kept++
                continue
            }
            val size = if (measures) sizeOf(run.path) else 0L
            val isTooMuch = settings.keepMegabytes in 1..Int.MAX_VALUE && bytes + size > settings.keepMegabytes.toLong() * MEGABYTE
            if ((isBeyond || isTooMuch || isTooOld(run)) && remove(run.path)) {
                removed++
            } else {
                kept++
                bytes += size
            }
        }
        if (removed > 0) {
            report(
                "removed the oldest $removed of the earlier runs in '$root': TIMEMORY_KEEP_RUNS=${settings.keepRuns}, " +
                    "TIMEMORY_KEEP_DAYS=${settings.keepDays} and TIMEMORY_KEEP_MEGABYTES=${settings.keepMegabytes} keep no more",
            )
        }
    }

    /** The runs and jobs below the output path but the [newest], the oldest first. */
    private fun earlierRuns(newest: String): List<Old> {
        val runs = ArrayList<Old>()
        val names = listFiles(root)
        val ofLinks = RunLinks.namesIn(root, names)
        for (name in names) {
            val path = "$root/$name"
            if (path == newest || name.startsWith(".") || name in ofLinks) continue
            if (RunNames.isTimed(name)) {
                if (isOwnFolder(path)) runs.add(Old(path, name))
            } else if (JobFolder.isJob(name)) {
                val record = if (isOwnFolder(path)) JobRecord.inFolder(path) else null
                if (record != null && record.key == name) runs.add(Old(path, record.folder))
            }
        }
        runs.sortBy { it.time }
        return runs
    }

    private fun isTooOld(run: Old): Boolean {
        if (settings.keepDays == 0) return false
        val written = fileFacts(run.path)?.modified ?: return false
        return written < now - settings.keepDays * DAY_MILLIS
    }

    private fun sizeOf(path: String): Long = listFiles(path).sumOf { name ->
        val facts = fileFacts("$path/$name")
        if (facts == null) 0L else if (facts.isFolder) sizeOf("$path/$name") else facts.bytes
    }

    /** Removes the folder if all that is in it is ours and over. */
    private fun remove(path: String): Boolean {
        if (RunLinks.isAt(path)) {
            RunLinks.remove(path, listFiles(path)) // the run that it had links to is gone
            return fileFacts(path) == null
        }
        val own = ArrayList<String>()
        if (isRenamed(path) || !collect(path, own, MAX_DEPTH)) return false
        own.forEach(::removeFile)
        return fileFacts(path) == null
    }

    /** Whether the folder no longer has the name that timemory gave it. */
    private fun isRenamed(path: String): Boolean {
        val name = path.substringAfterLast('/')
        val job = JobRecord.inFolder(path)
        if (job != null) return name != job.key && name != job.folder
        return listFiles(path).any { file ->
            val folder = if (isRecord(file)) runRecordIn("$path/$file")?.folder.orEmpty() else ""
            folder.isNotEmpty() && folder != name
        }
    }

    private fun isRecord(name: String) = name.startsWith(".") && name.endsWith(".run")

    /** Adds to [own] what is to be removed for [path] to be gone, in that order; whether that may be done. */
    private fun collect(path: String, own: ArrayList<String>, depth: Int): Boolean {
        val names = listFiles(path)
        val records = names.filter(::isRecord)
        if (records.isEmpty() || depth == 0) return false
        val known = HashSet<String>()
        for (name in records) {
            val record = runRecordIn("$path/$name")
            if (record == null || !record.isOver) return false
            known.addAll(record.files)
            known.addAll(record.earlier)
        }
        for (name in names) {
            val facts = fileFacts("$path/$name") ?: continue
            if (facts.isFolder) {
                if (name !in known && !RunNames.isTimed(name) || !collect("$path/$name", own, depth - 1)) return false
            } else if (name in known || name == LATEST || isTemporary(name)) {
                own.add("$path/$name")
            } else if (name !in records && name != JobRecord.NAME) {
                return false
            }
        }
        // The records last: who is stopped in between leaves a folder that is known to be ours.
        for (name in records) own.add("$path/$name")
        own.add("$path/${JobRecord.NAME}")
        own.add(path)
        return true
    }

    private fun isTemporary(name: String) = name.startsWith(".") && name.endsWith(".tmp")

    private companion object {
        const val MAX_UNTIMED = 100
        const val ONE_OF = 10L
        const val MAX_DEPTH = 4
        const val MEGABYTE = 1L shl 20
        const val DAY_MILLIS = 86_400_000L
    }
}
