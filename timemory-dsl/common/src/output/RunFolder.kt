package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.changeLocked
import timemory.internal.platform.epochMillis
import timemory.internal.platform.fileFacts
import timemory.internal.platform.hold
import timemory.internal.platform.isOwn
import timemory.internal.platform.isOwnFolder
import timemory.internal.platform.listFiles
import timemory.internal.platform.localTime
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.momentNow
import timemory.internal.platform.moveFile
import timemory.internal.platform.removeAbandoned
import timemory.internal.platform.removeFile
import timemory.internal.text.printable
import timemory.settings.TimeFormat

/**
 * Where the results of one run go, a run being one session of one process.
 *
 * The newest run is at the output path itself, under the names that users know. What an earlier run wrote there, of this program or
 * another, is moved to a folder of its own below, [RunNames], before anything is written, so no run ever writes over another. What must
 * stay where it is, is left alone: results of a process that still runs (a parent, an earlier session of this process), and files of which
 * timemory does not know who wrote them. Then this run goes to a folder of its own below.
 *
 * Who wrote what is recorded in a [RunRecord] in each folder. A run claims a folder by changing that file under a lock, so that two that
 * end at once do not take the same one, and completes the record when its files are written.
 *
 * With [timemory.settings.Settings.compatible], all of this is left out: see [claimInPlace].
 */
internal class RunFolder private constructor(val path: String, private val recordPath: String, private val claim: RunRecord) {
    /** Notes that [files], by their names, have been written, and nothing else of those that were claimed. */
    fun complete(files: List<String>) {
        val left = claim.earlier + (claim.files - files.toSet()).filter { it in listFiles(path) }
        val done = RunRecord(
            claim.who, claim.session, claim.claimed, momentNow(), timeNow(), files, left.distinct(), claim.folder, epochMillis(),
        )
        changeLocked(recordPath) { done.text() }
        lock.hold { records[path] = recordPath }
    }

    /** The name of the folder that this run has, or will have when another one takes its place. */
    val name: String get() = claim.folder

    /** Gives up the claim, before anything was written. */
    fun abandon() {
        changeLocked(recordPath) { text ->
            if (runRecordOf(text)?.who?.image == claim.who.image) "" else null
        }
    }

    companion object {
        /** Maximum number of names tried for a separate folder. */
        private const val MAX_TRIES = 100

        private const val EARLIER_SESSION = "the results of an earlier session of this process"

        private val lock = Lock()
        private var sessions = 0

        /**
         * Claims a folder at or below [base] for the files [names].
         *
         * @param name what the record is called: runs whose files have different prefixes or suffixes share a folder, and so it has those
         * too
         * @param report gets a sentence where the results do not go to [base]: where they go, and why
         * @throws Exception with the reason, where no folder can be made or written to
         */
        fun claim(base: String, names: List<String>, name: String, report: (String) -> Unit): RunFolder {
            val own = ProcessMark.own()
            val session = lock.hold { ++sessions }
            val folder = RunNames.own()
            var reason: String? = null
            for (number in 0..MAX_TRIES) {
                val ownFolder = if (number < 2) folder else "$folder-$number"
                val path = if (number == 0) base else "$base/$ownFolder"
                if (number == 0) makeDirectories(base) else makeDirectories(path, base)
                // Who has put a link or a folder of his in the place of a run would have it written where he likes.
                if (number > 0 && !isOwnFolder(path)) continue
                val attempt = Attempt(path, name, names, own, session, ownFolder, report)
                val claimed = attempt.claim()
                if (claimed != null) {
                    removeAbandoned(path, epochMillis())
                    reason?.let { report("'${printable(base)}' keeps $it: the results of process ${own.pid} are in '${printable(path)}'") }
                    noteClaim(path)
                    return claimed
                }
                if (reason == null) reason = attempt.obstacle
            }
            error("$base: all names for a folder in it are taken")
        }

        /**
         * Claims [base] whatever it contains, as timemory does: the files [names] replace those of earlier runs. The new record keeps the
         * names of the other files that the previous run left.
         *
         * @throws Exception with the reason, where the folder cannot be made or written to
         */
        fun claimInPlace(base: String, names: List<String>, name: String): RunFolder {
            makeDirectories(base)
            val recordPath = "$base/.$name.run"
            val session = lock.hold { ++sessions }
            var claimed: RunRecord? = null
            changeLocked(recordPath) { text ->
                val before = runRecordOf(text)
                if (before != null && before.folder.isNotEmpty()) {
                    RunLinks.remove("$base/${before.folder}", listOf(".$name.run") + before.files + before.earlier)
                }
                val left = (before?.files.orEmpty() + before?.earlier.orEmpty()).distinct() - names.toSet()
                val claim = RunRecord(ProcessMark.own(), session, momentNow(), null, timeNow(), names, left, RunNames.own())
                claimed = claim
                claim.text()
            }
            removeAbandoned(base, epochMillis())
            noteClaim(base)
            return RunFolder(base, recordPath, claimed!!)
        }

        /** The folder that this process claimed last. */
        internal var last: String? = null
            private set

        /** How many claims there were in this process. */
        internal var claims = 0
            private set

        private fun noteClaim(path: String) = lock.hold {
            last = path
            claims++
        }

        /** The records of what this process wrote, by their folders. */
        private val records = HashMap<String, String>()

        /** Adds [file], the name of a file or folder in [folder], to the results that this process last wrote there. */
        fun add(folder: String, file: String) {
            val record = lock.hold { records[folder] } ?: return
            changeLocked(record) { text ->
                runRecordOf(text)?.takeIf { it.who.image == ProcessMark.own().image && file !in it.files }?.let {
                    RunLinks.add(folder, it.folder, file)
                    RunRecord(it.who, it.session, it.claimed, it.written, it.writtenAt, it.files + file, it.earlier, it.folder, it.millis)
                        .text()
                }
            }
        }
    }

    private class Attempt(
        private val path: String,
        name: String,
        private val names: List<String>,
        private val own: ProcessMark,
        private val session: Int,
        private val ownFolder: String,
        private val report: (String) -> Unit,
    ) {
        private val recordName = ".$name.run"
        private val recordPath = "$path/$recordName"

        /** Why the folder was not taken. */
        var obstacle: String? = null
            private set

        fun claim(): RunFolder? {
            val there = listFiles(path).toSet()
            if (recordName !in there && isStranger(there, emptySet())) return null
            var claimed: RunRecord? = null
            try {
                changeLocked(recordPath) { text -> claimOver(text)?.also { claimed = it }?.text() }
            } catch (failure: Exception) {
                // Of another user, or no plain file: theirs. Where nothing can be written at all, making the next folder fails.
                if (recordName !in listFiles(path)) throw failure
                obstacle = "results whose record cannot be changed (${failure.message})"
            }
            return claimed?.let { RunFolder(path, recordPath, it) }
        }

        private fun claimOver(text: String): RunRecord? {
            val there = listFiles(path).toSet()
            val before = if (text.isEmpty()) null else runRecordOf(text)
            when {
                text.isEmpty() -> {}
                !isOwn(recordPath) -> obstacle = "the results of another user"
                before == null -> obstacle = "results whose record cannot be read"
                before.who.image == own.image && before.who.pid == own.pid -> obstacle = EARLIER_SESSION
                !before.isOver -> obstacle = "the results of ${before.description()}, which still runs"
            }
            val known = (before?.files.orEmpty() + before?.earlier.orEmpty()).toSet()
            if (obstacle != null || isStranger(there, known)) return null
            if (before != null && !moveAway(before, there)) return null
            return RunRecord(own, session, momentNow(), null, timeNow(), names, emptyList(), ownFolder)
        }

        /**
         * Moves what [before] wrote to a folder of its own, and says so where that was not all. The record comes first: who is stopped in
         * between leaves files that one of both records names.
         */
        private fun moveAway(before: RunRecord, there: Set<String>): Boolean {
            val files = (before.files + before.earlier).distinct().filter { it in there }
            if (before.written == null) {
                val what = if (files.isEmpty()) "there are none" else "the partial results are moved"
                report("${before.description()} did not finish writing its results to '${printable(path)}': $what")
            }
            val folder = "$path/${before.folder.ifEmpty { RunNames.of(before) }}"
            try {
                check(fileFacts(folder)?.isFolder != false) { "$folder: a link is in the way" }
                RunLinks.remove(folder, listOf(recordName) + before.files + before.earlier)
                if (files.isEmpty()) return true
                makeDirectories(folder, path)
                check(isOwnFolder(folder)) { "$folder: a link or another user's folder is in the way" }
                changeLocked("$folder/$recordName") { before.text() }
                val taken = listFiles(folder).toSet()
                for (file in files) {
                    check(file !in taken) { "$folder/$file: a file with that name is in the way" }
                    check(isOwn("$path/$file")) { "$path/$file: belongs to another user" }
                }
                for (file in files) moveFile("$path/$file", "$folder/$file")
                return true
            } catch (failure: Exception) {
                removeIfEmpty(folder)
                obstacle = "the results of ${before.description()}, which cannot be moved (${failure.message})"
                return false
            }
        }

        /** Nothing of [folder] is left where nothing could be moved to it. */
        private fun removeIfEmpty(folder: String) {
            if (fileFacts(folder)?.isFolder == true && listFiles(folder).all { it == recordName }) {
                removeFile("$folder/$recordName")
                removeFile(folder)
            }
        }

        /** Whether a file would be replaced that no run is known to have written. */
        private fun isStranger(there: Set<String>, known: Set<String>): Boolean {
            val stranger = names.firstOrNull { it in there && it !in known } ?: return false
            obstacle = "'${printable(stranger)}', whose writer is unknown"
            return true
        }
    }
}

/** The folder that this process wrote results to last, for what else belongs beside them; `null` where it wrote none. */
internal fun lastRunFolder(): String? = RunFolder.last

/** How often this process has claimed a folder for results, which may be the same one each time. */
internal fun runFolderClaims(): Int = RunFolder.claims

/** Has [file], by its name, belong to the results that this process wrote to [folder] last: it is moved and removed with them. */
internal fun addToRun(folder: String, file: String) = RunFolder.add(folder, file)

private fun timeNow(): String = TimeFormat.format("%F %T", localTime())
