@file:OptIn(ExperimentalForeignApi::class, ObsoleteWorkersApi::class)

package timemory

import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.TransferMode
import kotlin.native.concurrent.Worker
import kotlin.test.assertEquals
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.set
import kotlinx.cinterop.toKString
import platform.posix.MAP_ANONYMOUS
import platform.posix.MAP_PRIVATE
import platform.posix.PROT_READ
import platform.posix.PROT_WRITE
import platform.posix.fgets
import platform.posix.getenv
import platform.posix.mmap
import platform.posix.munmap
import platform.posix.pclose
import platform.posix.popen
import timemory.cinterop.linux.timemory_thread_id
import timemory.internal.platform.processId

internal actual fun inThreads(count: Int, body: (Int) -> Unit) {
    val workers = List(count) { Worker.start(name = "test $it") }
    val done = workers.mapIndexed { i, worker -> worker.execute(TransferMode.SAFE, { Pair(i, body) }) { (i, body) -> body(i) } }
    done.forEach { it.result }
    workers.forEach { it.requestTermination().result }
}

internal actual fun shell(command: String): String = memScoped {
    val pipe = popen(command, "r") ?: error("sh cannot be run")
    val text = StringBuilder()
    val line = allocArray<ByteVar>(65_536)
    while (fgets(line, 65_536, pipe) != null) text.append(line.toKString())
    pclose(pipe)
    text.toString()
}

internal actual fun residentMemory(bytes: Long): AutoCloseable {
    val memory = mmap(null, bytes.toULong(), PROT_READ or PROT_WRITE, MAP_PRIVATE or MAP_ANONYMOUS, -1, 0)!!
    val cells = memory.reinterpret<ByteVar>()
    for (page in 0 until bytes / 4096) cells[page * 4096] = 1
    return AutoCloseable { munmap(memory, bytes.toULong()) }
}

internal actual fun kernelThreadId(): Long = timemory_thread_id()

/** Whether this machine runs the program in an emulator, which takes thirty times as long and uses additional memory. */
internal val isEmulated: Boolean get() = !getenv("KONAN_EMULATOR")?.toKString().isNullOrEmpty()

/** The folder of the tests' C sources, relative to the module, in which tests run. */
internal const val TEST_SOURCES = "native/test/c"

/**
 * Compiles the C or C++ program [source] of the module with [options] and runs it: it lists the offsets and constants that differ from the
 * headers.
 */
internal fun assertCompilesAndPasses(source: String, options: String = "") {
    val program = "/tmp/timemory-layout-${processId()}"
    assertEquals(
        "passed",
        shell("gcc -Wall -Wextra -Werror $options -o $program $TEST_SOURCES/$source 2>&1 && $program 2>&1 && echo passed; rm -f $program")
            .trim(),
    )
}
