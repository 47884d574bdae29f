package timemory

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
