package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.Moment
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.readRegularFile

/**
 * Which job the results of ranks in a folder are of: a hidden file `.timemory.job` beside them. Lines of a name and a value:
 *
 * ```
 * timemory job 1
 * key=job-4711.0
 * ranks=4
 * launcher=1234 567890 MACHINE
 * program=solver
 * ```
 *
 * @property key what the launcher calls the job, or how many ranks it has
 * @property attempt distinguishes runs of a job that was started again under its number
 * @property size how many ranks it has; 0 if that is not known
 * @property folder the name of the folder that all of it is moved to when the next job takes its place
 * @property first when the first rank wrote its results
 * @property launchers the processes that started the ranks, one on each machine
 * @property programs what the ranks run
 */
internal class JobRecord(
    val key: String,
    val attempt: String,
    val size: Int,
    val folder: String,
    val first: Moment,
    val firstMachine: String,
    val launchers: List<Launcher>,
    val programs: List<String>,
) {
    /** A process that started ranks; [machine] is that of [ProcessMark]. */
    data class Launcher(val machine: String, val pid: Long, val start: Long)

    fun text(): String = buildString {
        append(HEAD).append('\n')
        fun line(name: String, value: Any) {
            append(name).append('=').append(value.toString().replace('\n', ' ').replace('\r', ' ')).append('\n')
        }
        line("key", key)
        line("attempt", attempt)
        line("ranks", size)
        line("folder", folder)
        line("seconds", first.epoch)
        line("uptime", first.uptime)
        line("last_process", first.lastPid)
        line("machine", firstMachine)
        for (launcher in launchers) line("launcher", "${launcher.pid} ${launcher.start} ${launcher.machine}")
        for (program in programs) line("program", program)
    }

    /** This with a rank that [launcher] started, and that runs [program]; the same if that is known. */
    fun with(launcher: Launcher?, program: String): JobRecord {
        val all = if (launcher == null || launcher in launchers) launchers else launchers + launcher
        val run = if (program in programs || programs.size >= MAX_PROGRAMS) programs else programs + program
        if (all === launchers && run === programs) return this
        return JobRecord(key, attempt, size, folder, first, firstMachine, all, run)
    }

    companion object {
        const val NAME: String = ".timemory.job"
        private const val HEAD = "timemory job 1"
        private const val MAX_PROGRAMS = 100

        /** Returns the record in [folder], or `null` if there is none. */
        fun inFolder(folder: String): JobRecord? = try {
            readRegularFile("$folder/$NAME", MAX_RECORD_BYTES)?.let(::of)
        } catch (_: Exception) {
            null
        }

        /** What [text] says; `null` if it is not a record, or incomplete. */
        fun of(text: String): JobRecord? {
            val lines = text.split('\n')
            if (lines[0] != HEAD || lines.last().isNotEmpty()) return null
            val pairs = lines.subList(1, lines.size - 1).map { it.substringBefore('=') to it.substringAfter('=', "") }
            val fields = pairs.toMap()
            fun number(name: String): Long = fields[name]?.toLongOrNull() ?: -1L
            return JobRecord(
                fields["key"] ?: return null,
                fields["attempt"] ?: "",
                maxOf(0L, number("ranks")).toInt(),
                fields["folder"]?.takeIf(RunNames::isTimed) ?: return null,
                Moment(number("uptime"), number("last_process"), number("seconds")),
                fields["machine"] ?: "",
                pairs.filter { it.first == "launcher" }.mapNotNull { launcherOf(it.second) },
                pairs.filter { it.first == "program" }.map { it.second },
            )
        }

        private fun launcherOf(text: String): Launcher? {
            val words = text.split(' ', limit = 3)
            if (words.size < 3) return null
            return Launcher(words[2], words[0].toLongOrNull() ?: return null, words[1].toLongOrNull() ?: return null)
        }
    }
}
