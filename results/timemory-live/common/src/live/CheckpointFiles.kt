package timemory.live

import timemory.internal.lean.*
import timemory.internal.platform.FileOutput
import timemory.internal.platform.HeldFile
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.beginOfEnded
import timemory.internal.platform.bootCode
import timemory.internal.platform.epochMillis
import timemory.internal.platform.fileFacts
import timemory.internal.platform.holdFile
import timemory.internal.platform.isHeld
import timemory.internal.platform.isOfOthers
import timemory.internal.platform.isOwn
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.ownFileMark
import timemory.internal.platform.removeAbandoned
import timemory.internal.platform.removeFile
import timemory.internal.platform.writeAtomically

private const val CHECKPOINT = "checkpoint-"
private const val PARTS = "parts-"
private const val PART = "part-"
private const val ENDING = ".timemory.json"
private const val DIGITS = 6
private const val ALIVE = "alive-"

/** A process that cannot be seen from here counts as ended this long after its last checkpoint. */
private const val FORGOTTEN_MILLIS = 86_400_000L

/** How many characters of the library copy's ID are part of file names. */
internal const val COPY_DIGITS: Int = 8

/** The part of a file name that identifies the process; the library copy and the session follow. */
internal val PROCESS: Regex = Regex("^\\d+--?\\d+-[0-9a-z]+")

/** How many files of ended processes are kept, of each kind. */
internal const val KEPT_OF_THE_DEAD: Int = 10

/**
 * Manages the files that a process writes while it runs, below its output path [base]:
 * ```
 * checkpoint-1234-567890-1a2b3c-9f86d081.timemory.json    everything the session has measured so far, always complete
 * parts-1234-567890-1a2b3c-9f86d081/part-000007.timemory.json    what one interval measured; only the newest are kept
 * ```
 * The numbers identify the process ID, its start time in hundredths of a second after boot, the machine, and the copy of this library,
 * because a JVM may have several; and from the second session on, the session. So files of another process, copy or session are never
 * overwritten, even if it had the same process ID.
 */
internal class CheckpointFiles(private val base: String, session: Int) {
    private val mark = ownFileMark() + "-" + ProcessMark.own().image.take(COPY_DIGITS) + if (session > 1) "-$session" else ""
    private val parts = "$base/$PARTS$mark"

    /** The existing parts with their sizes in bytes, oldest first. */
    private val written = ArrayDeque<Pair<Int, Long>>()
    private var bytes = 0L

    /** The checkpoint file, with all results so far. */
    val checkpoint: String = "$base/$CHECKPOINT$mark$ENDING"

    /** A locked file that shows processes in other containers that this one is alive; missing if files cannot be locked. */
    private var alive: HeldFile? = null

    /** Replaces the last checkpoint by [write]'s text. */
    fun writeCheckpoint(write: (FileOutput) -> Unit) {
        makeDirectories(base)
        if (alive == null) alive = holdFile(aliveFile(mark))
        writeAtomically(checkpoint, write = write)
    }

    fun removeCheckpoint() = removeFile(checkpoint)

    /** Marks the files as those of an ended process. Nothing may be written after that. */
    fun close() {
        alive?.release()
        alive = null
    }

    /** Writes part [number], and removes the oldest parts beyond [most] and [maxBytes]. */
    fun writePart(number: Int, most: Int, maxBytes: Long, write: (FileOutput) -> Unit) {
        makeDirectories(parts, base)
        var size = 0L
        writeAtomically(partPath(number)) { out ->
            write(out)
            out.flush()
            size = out.total
        }
        written.addLast(number to size)
        bytes += size
        while (written.size > most || bytes > maxBytes && written.size > 1) {
            val (oldest, itsSize) = written.removeFirst()
            removeFile(partPath(oldest))
            bytes -= itsSize
        }
    }

    private fun partPath(number: Int) = "$parts/$PART${number.toString().padStart(DIGITS, '0')}$ENDING"

    /**
     * Removes the files of ended processes except for the newest [KEPT_OF_THE_DEAD]. Returns how many checkpoints and folders were removed.
     */
    fun sweep(now: Long = epochMillis()): Int {
        removeAbandoned(base, now)
        val names = listFiles(base)
        // Determines once which processes have ended, before the files are removed that show it.
        val ended = HashMap<String, Boolean>()
        fun dead(beginning: String, ending: String) = deadAmong(names, beginning, ending, now, ended)
        val checkpoints = dead(CHECKPOINT, ENDING)
        val folders = dead(PARTS, "")
        for (name in checkpoints.dropLast(KEPT_OF_THE_DEAD)) removeFile("$base/$name")
        for (name in folders.dropLast(KEPT_OF_THE_DEAD)) removeParts("$base/$name")
        val unfinished = dead(".$CHECKPOINT", ".tmp")
        for (name in unfinished) removeFile("$base/$name")
        val left = checkpoints.takeLast(KEPT_OF_THE_DEAD).map { markIn(it, CHECKPOINT) } +
            folders.takeLast(KEPT_OF_THE_DEAD).map { markIn(it, PARTS) }
        for ((theirs, hasEnded) in ended) if (hasEnded && theirs !in left) removeFile(aliveFile(theirs))
        return maxOf(0, checkpoints.size - KEPT_OF_THE_DEAD) + maxOf(0, folders.size - KEPT_OF_THE_DEAD)
    }

    /** Returns those of [names] that belong to ended processes, oldest first. */
    private fun deadAmong(
        names: List<String>,
        beginning: String,
        ending: String,
        now: Long,
        ended: HashMap<String, Boolean>,
    ): List<String> {
        val dead = ArrayList<Pair<Long, String>>()
        for (name in names) {
            if (!name.startsWith(beginning) || !name.endsWith(ending)) continue
            val theirs = markIn(name, beginning)
            val process = PROCESS.find(theirs)?.value ?: continue
            val written = fileFacts("$base/$name")?.modified ?: continue
            if (!isOwn("$base/$name")) continue
            if (theirs != mark && ended.getOrPut(theirs) { hasEnded(process, theirs, now - written) }) dead.add(written to name)
        }
        dead.sortBy { it.first }
        return dead.map { it.second }
    }

    private fun markIn(name: String, beginning: String) = name.removePrefix(beginning).substringBefore('.')

    private fun removeParts(folder: String) {
        if (fileFacts(folder)?.isFolder != true) return // a link may lead anywhere
        for (name in listFiles(folder)) {
            val isPart = name.startsWith(PART) && name.endsWith(ENDING)
            if (isPart || name.startsWith(".$PART") && name.endsWith(".tmp")) removeFile("$folder/$name")
        }
        removeFile(folder)
    }

    /** The file that a process with [theirs] in its file names keeps locked while it runs, if it has run on this machine since boot. */
    private fun aliveFile(theirs: String) = "$base/.$ALIVE${bootCode()}-$theirs"

    /**
     * Returns whether [process], with [theirs] in its file names, has ended. Within this container, its process ID shows that. In another
     * container of this machine, it has ended if its lock is free. Processes of another machine, or from before the last boot, cannot be
     * seen: they count as ended after having been [silent] for a day, in milliseconds.
     */
    private fun hasEnded(process: String, theirs: String, silent: Long): Boolean =
        if (!isOfOthers(process)) {
            beginOfEnded(process) != null
        } else {
            isHeld(aliveFile(theirs))?.not() ?: (silent > FORGOTTEN_MILLIS)
        }
}
