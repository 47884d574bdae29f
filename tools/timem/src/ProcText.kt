@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.get
import kotlinx.cinterop.nativeHeap
import kotlinx.cinterop.set
import timemory.timem.linux.timem_read_proc

/**
 * The text of a small file in `/proc`, in reused memory: timem runs without a garbage collector, and may take a thousand samples per second
 * for days.
 */
internal class ProcText {
    private val bytes: CPointer<ByteVar> = nativeHeap.allocArray(SIZE)

    /** The length of the text; the negated error number if there is none. */
    var length = 0
        private set

    /** Reads the file called [name] of process [pid]. */
    fun read(pid: Int, name: ProcName): ProcText {
        length = timem_read_proc(pid, name.chars, bytes, SIZE)
        return this
    }

    /** Returns the number after [key] at the start of a line; -1 if the key is missing. */
    fun numberAfter(key: ByteArray): Long {
        var at = 0
        while (at + key.size <= length) {
            if (key.indices.all { bytes[at + it] == key[it] }) return numberAt(at + key.size)
            while (at < length && bytes[at] != NEWLINE) at++
            at++
        }
        return -1L
    }

    /** Returns the word number [index], counted from 0, from [start] on, as a number; -1 if there is none. */
    fun word(index: Int, start: Int = 0): Long {
        var at = start
        repeat(index) {
            while (at < length && isSpace(bytes[at])) at++
            while (at < length && !isSpace(bytes[at])) at++
        }
        return numberAt(at)
    }

    /** Where the fields of `/proc/PID/stat` continue after the name, which may contain anything, including brackets and spaces. */
    fun behindName(): Int {
        var at = length - 1
        while (at >= 0 && bytes[at] != CLOSING) at--
        return at + 1
    }

    /** Returns the text between [start] and the next newline. */
    fun line(start: Int): String {
        var end = start
        while (end < length && bytes[end] != NEWLINE) end++
        return ByteArray(maxOf(0, end - start)) { bytes[start + it] }.decodeToString()
    }

    private fun numberAt(start: Int): Long {
        var at = start
        while (at < length && isSpace(bytes[at])) at++
        val first = at
        var number = 0L
        while (at < length && bytes[at] in ZERO..NINE) number = number * 10 + (bytes[at++] - ZERO)
        return if (at == first) -1L else number
    }

    private fun isSpace(byte: Byte) = byte == SPACE || byte == TAB || byte == NEWLINE

    private companion object {
        const val SIZE = 8192
        const val SPACE = ' '.code.toByte()
        const val TAB = '\t'.code.toByte()
        const val NEWLINE = '\n'.code.toByte()
        const val CLOSING = ')'.code.toByte()
        const val ZERO = '0'.code.toByte()
        const val NINE = '9'.code.toByte()
    }
}

/** The name of a file in `/proc/PID/`, stored as a C string. */
internal class ProcName(name: String) {
    val chars: CPointer<ByteVar> = nativeHeap.allocArray<ByteVar>(name.length + 1).also {
        for (i in name.indices) it[i] = name[i].code.toByte()
    }

    companion object {
        val STATUS = ProcName("status")
        val STAT = ProcName("stat")
        val STATM = ProcName("statm")
        val IO = ProcName("io")
        val COMM = ProcName("comm")
    }
}
