@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.internal.platform

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.concurrent.ThreadLocal
import kotlin.native.ref.createCleaner
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.usePinned
import platform.posix.close
import timemory.cinterop.linux.timemory_open_file
import timemory.cinterop.linux.timemory_read_file

internal actual class SystemFile actual constructor(private val path: String, private val perThread: Boolean) {
    private val opening = Lock()

    @Volatile
    private var shared: Int = NOT_OPEN

    actual fun read(into: ByteArray): Int {
        val file = if (perThread) filesOfThread().getOrPut(path) { OwnFile(open()) }.number else sharedFile()
        val length = into.usePinned { timemory_read_file(file, it.addressOf(0), into.size.toLong()) }.toInt()
        if (length < 0) throw UnsupportedOperationException("cannot read $path: ${errorText(-length)}")
        return length
    }

    private fun sharedFile(): Int {
        if (shared == NOT_OPEN) opening.hold { if (shared == NOT_OPEN) shared = open() }
        return shared
    }

    private fun open(): Int {
        val file = timemory_open_file(path)
        if (file < 0) throw UnsupportedOperationException("cannot open $path: ${errorText(-file)}")
        return file
    }

    private companion object {
        const val NOT_OPEN = -1
    }
}

/** A file of one thread, closed some time after the thread has ended. */
private class OwnFile(val number: Int) {
    @Suppress("unused") // acts by being collected
    private val cleaner = createCleaner(number) { close(it) }
}

@ThreadLocal
private var ownFiles: HashMap<String, OwnFile>? = null

private fun filesOfThread() = ownFiles ?: HashMap<String, OwnFile>().also { ownFiles = it }

@ThreadLocal
private var text: FileText? = null

internal actual fun threadFileText(): FileText = text ?: FileText().also { text = it }
