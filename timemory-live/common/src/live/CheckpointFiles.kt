package timemory.live

import timemory.internal.lean.*
import timemory.internal.platform.FileOutput
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.beginOfEnded
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

    /** Writes [write]'s text in place of the last checkpoint. */
    fun writeCheckpoint(write: (FileOutput) -> Unit) {
        makeDirectories(base)
        writeAtomically(checkpoint, write = write)
    }

    fun removeCheckpoint() = removeFile(checkpoint)

    /** Writes part [number], and removes the oldest ones beyond [most] and [mostBytes]. */
    fun writePart(number: Int, most: Int, mostBytes: Long, write: (FileOutput) -> Unit) {
        makeDirectories(parts)
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
    fun sweep(): Int {
        removeAbandoned(base)
        return sweep(CHECKPOINT, ENDING) { removeFile(it) } + sweep(PARTS, "") { folder ->
            for (name in listFiles(folder)) if (name.startsWith(PART) && name.endsWith(ENDING)) removeFile("$folder/$name")
            removeFile(folder)
        }
    }

    private fun sweep(beginning: String, ending: String, remove: (String) -> Unit): Int {
        val dead = ArrayList<Pair<Long, String>>()
        for (name in listFiles(base)) {
            if (!name.startsWith(beginning) || !name.endsWith(ending)) continue
            val process = PROCESS.find(name.removePrefix(beginning).removeSuffix(ending))?.value ?: continue
            dead.add((beginOfEnded(process) ?: continue) to name)
        }
        dead.sortBy { it.first }
        val old = dead.dropLast(KEPT_OF_THE_DEAD)
        for ((_, name) in old) remove("$base/$name")
        return old.size
    }
}
