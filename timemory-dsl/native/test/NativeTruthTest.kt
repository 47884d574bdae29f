@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.set
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.toKString
import platform.posix.MAP_ANONYMOUS
import platform.posix.MAP_PRIVATE
import platform.posix.PROT_READ
import platform.posix.PROT_WRITE
import platform.posix.fgets
import platform.posix.mmap
import platform.posix.munmap
import platform.posix.pclose
import platform.posix.popen
import timemory.cinterop.linux.timemory_thread_id

internal actual fun shell(command: String): String = memScoped {
    val pipe = popen(command, "r") ?: error("sh cannot be run")
    val text = StringBuilder()
    val line = allocArray<ByteVar>(65_536)
    while (fgets(line, 65_536, pipe) != null) text.append(line.toKString())
    pclose(pipe)
    text.toString()
}

internal actual fun kernelThreadId(): Long = timemory_thread_id()

internal actual fun residentMemory(bytes: Long): AutoCloseable {
    val memory = mmap(null, bytes.toULong(), PROT_READ or PROT_WRITE, MAP_PRIVATE or MAP_ANONYMOUS, -1, 0)!!
    val cells = memory.reinterpret<ByteVar>()
    for (page in 0 until bytes / 4096) cells[page * 4096] = 1
    return AutoCloseable { munmap(memory, bytes.toULong()) }
}
