package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.changeLocked
import timemory.internal.platform.hold
import timemory.internal.platform.listFiles
import timemory.internal.platform.localTime
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.momentNow
import timemory.internal.platform.removeAbandoned
import timemory.internal.text.printable
import timemory.settings.TimeFormat

/**
 * Where the results of one run go, a run being one session of one process.
 *
 * That is the output path itself as long as nothing stands there that must not be lost. A program that is run again replaces what its
 * earlier run wrote. What another program wrote, a process that ran beside this one (a child, a worker, a second copy of the library in the
 * process), or an earlier session of this process stays, and this run takes the first folder `run-2`, `run-3`, ... below for which the same
 * holds.
 *
 * Who wrote what stands in a [RunRecord] in each folder. A run claims a folder by changing that file under a lock, so that two that end at
 * once do not take the same one, and completes the record when its files are written. One that was killed in between leaves a claim that a
 * later run of the program recognises and takes over.
 */
internal class RunFolder private constructor(val path: String, private val recordPath: String, private val claim: RunRecord) {
    /** Notes that [files], by their names, have been written, and nothing else of those that were claimed. */
    fun complete(files: List<String>) {
        val left = claim.earlier + (claim.files - files.toSet()).filter { it in listFiles(path) }
        val done = RunRecord(claim.who, claim.session, claim.claimed, momentNow(), timeNow(), files, left.distinct())
        changeLocked(recordPath) { done.text() }
    }

    companion object {
        /** How many folders are looked at one after the other; then a run takes one that is named after its process. */
        private const val MOST_FOLDERS = 1000

        private const val EARLIER_SESSION = "the results of an earlier session of this process"

        private val lock = Lock()
        private var sessions = 0

        /** Which folder this process claimed last below each path, or the one that it forked from: all before it are taken, and stay so. */
        private val claimed = HashMap<String, Claimed>()

        private class Claimed(val number: Int, val process: Long)

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
            val key = "$base/$name"
            val (session, before) = lock.hold { ++sessions to claimed[key] }
            var reason = before?.let {
                if (it.process == own.pid) EARLIER_SESSION else "the results of process ${it.process}, which this one was forked from"
            }
            for (number in (before?.number ?: 0) + 1..MOST_FOLDERS + 1) {
                val path = when (number) {
                    1 -> base
                    in 2..MOST_FOLDERS -> "$base/run-$number"
                    else -> "$base/run-of-process-${own.pid}-$session-${own.image}"
                }
                makeDirectories(path)
                val attempt = Attempt(path, "$path/.$name.run", names, own, session, report)
                val folder = attempt.claim()
                if (folder != null) {
                    removeAbandoned(path)
                    reason?.let { report("'${printable(base)}' keeps $it: the results of process ${own.pid} are in '${printable(path)}'") }
                    lock.hold {
                        last = path
                        claimed[key] = Claimed(minOf(number, MOST_FOLDERS), own.pid)
                    }
                    return folder
                }
                if (reason == null) reason = attempt.obstacle
            }
            error("$base: every folder in it is taken")
        }

        /** The folder that this process claimed last. */
        internal var last: String? = null
            private set
    }

    private class Attempt(
        private val path: String,
        private val recordPath: String,
        private val names: List<String>,
        private val own: ProcessMark,
        private val session: Int,
        private val report: (String) -> Unit,
    ) {
        /** Why the folder was not taken. */
        var obstacle: String? = null
            private set

        fun claim(): RunFolder? {
            val there = listFiles(path).toSet()
            if (recordPath.substringAfterLast('/') !in there && isStranger(there, emptySet())) return null
            var claimed: RunRecord? = null
            try {
                changeLocked(recordPath) { text -> claimOver(text)?.also { claimed = it }?.text() }
            } catch (failure: Exception) {
                // Of another user, or no plain file: theirs. Where nothing can be written at all, making the next folder fails.
                if (recordPath.substringAfterLast('/') !in listFiles(path)) throw failure
                obstacle = "results whose record cannot be changed (${failure.message})"
            }
            return claimed?.let { RunFolder(path, recordPath, it) }
        }

        private fun claimOver(text: String): RunRecord? {
            val there = listFiles(path).toSet()
            val before = if (text.isEmpty()) null else runRecordOf(text)
            when {
                text.isEmpty() -> {}
                before == null -> obstacle = "results whose record cannot be read"
                before.who.image == own.image && before.who.pid == own.pid -> obstacle = EARLIER_SESSION
                before.who.image == own.image -> obstacle = "the results of ${before.description()}, which forked from the same process " +
                    "or is that"
                before.who.program != own.program -> obstacle = "the results of another program, ${before.description()}"
                !endedBefore(before, own) -> obstacle = "the results of ${before.description()}, which ran at the same time"
            }
            val known = (before?.files.orEmpty() + before?.earlier.orEmpty()).toSet()
            if (obstacle != null || isStranger(there, known)) return null
            if (before != null && before.written == null) {
                report("${before.description()} did not come to the end of writing its results to '${printable(path)}': they are replaced")
            }
            val now = momentNow()
            return RunRecord(own, session, now, null, timeNow(), names, (known - names.toSet()).filter { it in there })
        }

        /** Whether a file would be replaced that no run of this program is known to have written. */
        private fun isStranger(there: Set<String>, known: Set<String>): Boolean {
            val stranger = names.firstOrNull { it in there && it !in known } ?: return false
            obstacle = "'${printable(stranger)}', of which is not known that this program wrote it"
            return true
        }
    }
}

/** The folder that this process wrote results to last, for what else belongs beside them; `null` where it wrote none. */
internal fun lastRunFolder(): String? = RunFolder.last

private fun timeNow(): String = TimeFormat.format("%F %T", localTime())
