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

/** So long after its last checkpoint, a process that is not seen from here counts as ended. */
private const val FORGOTTEN_MILLIS = 86_400_000L

/** Of the mark of a copy of the library, so many letters and digits stand in names. */
internal const val COPY_DIGITS: Int = 8

/** What a name has of the process, before the copy of the library and the session. */
internal val PROCESS: Regex = Regex("^\\d+--?\\d+-[0-9a-z]+")

/** So many of each are left of processes that have ended. */
internal const val KEPT_OF_THE_DEAD: Int = 10

/**
 * The files that a process writes while it runs, below its output path [base]:
 * ```
 * checkpoint-1234-567890-1a2b3c-9f86d081.timemory.json    everything that session has measured so far, whole at any moment
 * parts-1234-567890-1a2b3c-9f86d081/part-000007.timemory.json    what one interval measured, the newest ones
 * ```
 * The numbers are the process, when it began, in hundredths of a second since the machine did, the machine, and the copy of this library,
 * of which a JVM may have several; and from the second session on, that. So nothing is ever written over what another process, copy or
 * session left, not even one that had the same number.
 */
internal class CheckpointFiles(private val base: String, session: Int) {
    private val mark = ownFileMark() + "-" + ProcessMark.own().image.take(COPY_DIGITS) + if (session > 1) "-$session" else ""
    private val parts = "$base/$PARTS$mark"

    /** The parts that are there, oldest first, with their bytes. */
    private val written = ArrayDeque<Pair<Int, Long>>()
    private var bytes = 0L

    /** Where everything goes that was measured so far. */
    val checkpoint: String = "$base/$CHECKPOINT$mark$ENDING"

    /** A locked file that shows processes in other containers that this one is alive; missing where files cannot be locked. */
    private var alive: HeldFile? = null

    /** Writes [write]'s text in place of the last checkpoint. */
    fun writeCheckpoint(write: (FileOutput) -> Unit) {
        makeDirectories(base)
        if (alive == null) alive = holdFile(aliveFile(mark))
        writeAtomically(checkpoint, write = write)
    }

    fun removeCheckpoint() = removeFile(checkpoint)

    /** Nothing more is written: what there is counts as that of a process that has ended. */
    fun close() {
        alive?.release()
        alive = null
    }

    /** Writes part [number], and removes the oldest ones beyond [most] and [mostBytes]. */
    fun writePart(number: Int, most: Int, mostBytes: Long, write: (FileOutput) -> Unit) {
        makeDirectories(parts, base)
        var size = 0L
        writeAtomically(partPath(number)) { out ->
            write(out)
            out.flush()
            size = out.total
        }
        written.addLast(number to size)
        bytes += size
        while (written.size > most || bytes > mostBytes && written.size > 1) {
            val (oldest, itsSize) = written.removeFirst()
            removeFile(partPath(oldest))
            bytes -= itsSize
        }
    }

    private fun partPath(number: Int) = "$parts/$PART${number.toString().padStart(DIGITS, '0')}$ENDING"

    /** Removes what processes left that have ended, but for the newest [KEPT_OF_THE_DEAD]; how many checkpoints and folders went. */
    fun sweep(now: Long = epochMillis()): Int {
        removeAbandoned(base, now)
        val names = listFiles(base)
        // Who has ended is found out once, before any file goes by which that is known.
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

    /** Those of [names] that processes left which have ended, the oldest first. */
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
        if (fileFacts(folder)?.isFolder != true) return // a link to what may be anybody's
        for (name in listFiles(folder)) {
            val isPart = name.startsWith(PART) && name.endsWith(ENDING)
            if (isPart || name.startsWith(".$PART") && name.endsWith(".tmp")) removeFile("$folder/$name")
        }
        removeFile(folder)
    }

    /** What a process with [theirs] in the names of its files keeps locked if it runs on this machine, since that was started. */
    private fun aliveFile(theirs: String) = "$base/.$ALIVE${bootCode()}-$theirs"

    /**
     * Whether [process] has ended, whose files have [theirs] in their names. Its number says so if it is one of this container. In another
     * container of this machine it has ended if nobody holds its lock any more. Of another machine, and before this one was started, nothing
     * is seen: those have ended that have been [silent] for a day, in milliseconds.
     */
    private fun hasEnded(process: String, theirs: String, silent: Long): Boolean =
        if (!isOfOthers(process)) {
            beginOfEnded(process) != null
        } else {
            isHeld(aliveFile(theirs))?.not() ?: (silent > FORGOTTEN_MILLIS)
        }
}
