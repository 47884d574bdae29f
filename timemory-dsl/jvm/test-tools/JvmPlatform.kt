package timemory

import java.nio.ByteBuffer
import java.nio.file.Files
import java.nio.file.Path
import kotlin.concurrent.thread

internal actual fun inThreads(count: Int, body: (Int) -> Unit) {
    val failures = java.util.concurrent.ConcurrentLinkedQueue<Throwable>()
    List(count) { i ->
        thread(name = "test $i") { runCatching { body(i) }.onFailure(failures::add) }
    }.forEach { it.join() }
    failures.firstOrNull()?.let { throw it }
}

internal actual fun shell(command: String): String {
    val process = ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start()
    val text = process.inputStream.readBytes().decodeToString()
    process.waitFor()
    return text
}

internal actual fun kernelThreadId(): Long = Files.readSymbolicLink(Path.of("/proc/thread-self")).fileName.toString().toLong()

/** Freed when it is closed: the collector would do that during another measurement. */
internal actual fun residentMemory(bytes: Long): AutoCloseable {
    val memory = ByteBuffer.allocateDirect(bytes.toInt())
    for (page in 0 until memory.capacity() / 4096) memory.put(page * 4096, 1)
    return AutoCloseable { free(memory) }
}

private fun free(memory: ByteBuffer) {
    val type = Class.forName("sun.misc.Unsafe")
    val unsafe = type.getDeclaredField("theUnsafe").apply { isAccessible = true }.get(null)
    type.getMethod("invokeCleaner", ByteBuffer::class.java).invoke(unsafe, memory)
}
