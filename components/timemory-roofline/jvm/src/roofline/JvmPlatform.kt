package timemory.roofline

import java.io.IOException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.Path
import java.util.concurrent.Callable
import java.util.concurrent.ExecutionException
import java.util.concurrent.FutureTask

internal actual fun <R> onThreads(count: Int, body: (Int) -> R): List<R> {
    val tasks = List(count) { i -> FutureTask(Callable { body(i) }) }
    val threads = tasks.mapIndexed { i, task -> Thread(task, "timemory-ert-$i").apply { isDaemon = true } }
    threads.forEach { it.start() }
    threads.forEach { it.join() }
    return tasks.map {
        try {
            it.get()
        } catch (failure: ExecutionException) {
            throw failure.cause ?: failure
        }
    }
}

internal actual fun nanoseconds(): Long = System.nanoTime()

internal actual fun yieldThread(): Unit = Thread.yield()

internal actual fun processorCount(): Int = Runtime.getRuntime().availableProcessors()

internal actual fun textOf(path: String): String? = try {
    Files.readString(Path.of(path))
} catch (_: IOException) {
    null
} catch (_: InvalidPathException) {
    null
}

/** Long enough for the JIT compiler to find the loop, and to replace it while it runs. */
internal actual val STEADY_NANOSECONDS: Long = 500_000_000L
