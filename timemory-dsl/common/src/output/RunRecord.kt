package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.Moment
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.momentNow
import timemory.internal.platform.readRegularFile
import timemory.internal.platform.readText

/**
 * Who wrote the results in a directory, and which files they are: a hidden file beside them, `.timemory.run`, by which the next writer
 * knows whether it may replace them, and `timemory report` which files belong together. Lines of a name and a value:
 *
 * ```
 * timemory run 1
 * program=java com.example.Main
 * process=1234
 * state=complete
 * file=wall.txt
 * ```
 *
 * @property who the process that wrote them
 * @property session which of its sessions, counted from 1
 * @property written when the last of them was written; `null` while they are
 * @property files their names
 * @property earlier names of files that an earlier run of the same program left, which this one did not replace
 * @property folder the name of the folder that they are moved to when another run takes their place; empty in records of older versions
 * @property millis when the last of them was written, in milliseconds since 1970; -1 in records of older versions, and while they are
 */
internal class RunRecord(
    val who: ProcessMark,
    val session: Int,
    val claimed: Moment,
    val written: Moment?,
    val writtenAt: String,
    val files: List<String>,
    val earlier: List<String>,
    val folder: String = "",
    val millis: Long = -1L,
) {
    /** When it was written, or claimed, in milliseconds since 1970. */
    val time: Long get() = if (millis >= 0L) millis else (written ?: claimed).epoch * 1_000L

    /**
     * Whether nothing more is written: its process has ended, or is not seen from here and had written everything. One that is not seen and
     * did not come to that within a day was killed.
     */
    val isOver: Boolean
        get() = if (ProcessMark.isSeen(who)) !ProcessMark.isAlive(who.pid, who.start) else written != null || isOld(claimed)

    private fun isOld(moment: Moment) = moment.epoch >= 0L && momentNow().epoch - moment.epoch > SECONDS_OF_DAY

    fun text(): String = buildString {
        append(HEAD).append('\n')
        fun line(name: String, value: Any) {
            append(name).append('=').append(value.toString().replace('\n', ' ').replace('\r', ' ')).append('\n')
        }
        line("program", who.program)
        line("process", who.pid)
        line("session", session)
        line("state", if (written == null) "writing" else "complete")
        line("written", writtenAt)
        line("seconds", (written ?: claimed).epoch)
        if (millis >= 0L) line("milliseconds", millis)
        line("uptime", (written ?: claimed).uptime)
        line("last_process", (written ?: claimed).lastPid)
        line("start", who.start)
        line("machine", who.machine)
        line("image", who.image)
        if (folder.isNotEmpty()) line("folder", folder)
        // A name with a line end cannot be asked for, see [fileName].
        for (file in files) line("file", file)
        for (file in earlier) line("earlier", file)
    }

    /** Who that is, for messages. */
    fun description(): String = "process ${who.pid} (${who.program}${if (session > 1) ", session $session" else ""})"
}

private const val HEAD = "timemory run 1"

/** The largest record that is read; one with 100,000 file names is smaller. */
internal const val MAX_RECORD_BYTES: Int = 16 shl 20

private const val SECONDS_OF_DAY = 86_400L

/** The record [path]; `null` where there is none. */
internal fun runRecordIn(path: String): RunRecord? = try {
    readRegularFile(path, MAX_RECORD_BYTES)?.let(::runRecordOf)
} catch (_: Exception) {
    null
}

/** What [text] says; `null` if it is not a record, or incomplete. */
internal fun runRecordOf(text: String): RunRecord? {
    val lines = text.split('\n')
    if (lines[0] != HEAD || lines.last().isNotEmpty()) return null
    val pairs = lines.subList(1, lines.size - 1).map { it.substringBefore('=') to it.substringAfter('=', "") }
    val fields = pairs.toMap()
    fun number(name: String): Long = fields[name]?.toLongOrNull() ?: -1L
    val moment = Moment(number("uptime"), number("last_process"), number("seconds"))
    return RunRecord(
        ProcessMark(
            fields["program"] ?: return null, number("process"), number("start"), fields["machine"] ?: "",
            fields["image"] ?: return null,
        ),
        number("session").toInt(),
        moment,
        moment.takeIf { fields["state"] == "complete" },
        fields["written"] ?: "",
        pairs.filter { it.first == "file" && isName(it.second) }.map { it.second },
        pairs.filter { it.first == "earlier" && isName(it.second) }.map { it.second },
        fields["folder"]?.takeIf(RunNames::isRun) ?: "",
        number("milliseconds"),
    )
}

/** Whether [text] names a file in the folder itself. Anyone who can write there may have forged the record. */
private fun isName(text: String) = text.isNotEmpty() && text != "." && text != ".." && '/' !in text

/**
 * Whether the process that wrote [record] had ended before this one, [own], began. Where that cannot be known it counts as one that ran
 * beside it.
 */
internal fun endedBefore(record: RunRecord, own: ProcessMark): Boolean {
    val other = record.who
    if (other.image == own.image) return false
    val end = record.written ?: record.claimed
    if (other.machine == own.machine) {
        if (other.pid == own.pid && other.start == own.start) return false
        return own.machine.isEmpty() || !ProcessMark.isAlive(other.pid, other.start) && isBefore(end, own)
    }
    // Another container or host, whose processes are not seen from here.
    if (record.written == null) return false
    if (bootOf(other) == bootOf(own) && own.start >= 0L && end.uptime >= 0L) return end.uptime < own.start
    // Another run of the machine, or another machine: their clocks are all that is common.
    val now = momentNow()
    return own.start < 0L || end.epoch >= 0L && end.epoch < now.epoch - (now.uptime - own.start) / 100L
}

private fun bootOf(process: ProcessMark): String = process.machine.substringBefore('/')

/**
 * Processes begin at hundredths of a second. In the same one, and where times contradict each other (as where a container is shown an
 * uptime of its own), their numbers show which was first: they are given in order, and wrap around at a limit.
 */
private fun isBefore(end: Moment, own: ProcessMark): Boolean {
    if (own.start < 0L || end.uptime < 0L) return true
    val isPlausible = own.start <= momentNow().uptime
    if (isPlausible && end.uptime != own.start) return end.uptime < own.start
    if (end.lastPid < 0L) return false
    val most = runCatching { readText("/proc/sys/kernel/pid_max").trim().toLong() }.getOrDefault(4_194_304L)
    return (own.pid - end.lastPid).mod(most) in 1L..most / 2L
}
