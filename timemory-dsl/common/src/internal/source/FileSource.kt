package timemory.internal.source

import timemory.Binding
import timemory.internal.platform.FileText
import timemory.internal.platform.SystemFile
import timemory.internal.platform.threadFileText

/**
 * A file in `/proc` or `/sys` whose numbers are read together: it is kept open, and one `pread` into a thread-local buffer fetches it.
 *
 * @property path its path
 * @param perThread whether the path refers to a different file on each thread
 */
internal abstract class FileSource(val path: String, size: Int, perThread: Boolean = false) :
    Source(size, if (perThread) Binding.THREAD else Binding.PROCESS) {
    private val file = SystemFile(path, perThread)

    override fun origin(index: Int): String = path

    final override fun read(into: LongArray) = parse(threadFileText().fill(file), into)

    /** Finds the numbers in [text]. */
    protected abstract fun parse(text: FileText, into: LongArray)

    /** [number], unless it was not found. */
    protected fun found(number: Long, what: String): Long {
        if (number == Long.MIN_VALUE) throw UnsupportedOperationException("$path has no $what")
        return number
    }
}

/**
 * A file whose numbers follow [keys] at the starts of lines: `rchar: 17`.
 *
 * @param at where to store the first number
 */
internal class KeyedFile(
    path: String,
    private vararg val keys: String,
    private val factor: Long = 1L,
    perThread: Boolean = false,
    private val at: Int = 0,
) : FileSource(path, at + keys.size, perThread) {
    private val keyBytes = Array(keys.size) { keys[it].encodeToByteArray() }

    override fun origin(index: Int): String = "$path, ${keys[index].removeSuffix(":")}"

    override fun parse(text: FileText, into: LongArray) {
        for (i in keyBytes.indices) into[at + i] = found(text.numberAfter(keyBytes[i]), keys[i]) * factor
    }
}

/** A file that contains one number. */
internal class NumberFile(path: String) : FileSource(path, 1) {
    override fun parse(text: FileText, into: LongArray) {
        into[0] = found(text.number(0), "number")
    }
}
