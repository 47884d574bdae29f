package timemory.roofline

import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.TransferMode
import kotlin.native.concurrent.Worker
import kotlinx.cinterop.ExperimentalForeignApi
import platform.posix.EOF
import platform.posix._SC_NPROCESSORS_ONLN
import platform.posix.fclose
import platform.posix.fgetc
import platform.posix.fopen
import platform.posix.sched_yield
import platform.posix.sysconf
import timemory.cinterop.kernels.timemory_now
import timemory.internal.platform.withSignalsBlocked

@OptIn(ObsoleteWorkersApi::class)
internal actual fun <R> onThreads(count: Int, body: (Int) -> R): List<R> {
    val workers = withSignalsBlocked { List(count) { Worker.start() } }
    try {
        val futures = workers.mapIndexed { i, worker -> worker.execute(TransferMode.SAFE, { { runCatching { body(i) } } }) { it() } }
        // Waits for all of them before the first failure is thrown: they use resources that the caller then releases.
        return futures.map { it.result }.map { it.getOrThrow() }
    } finally {
        workers.forEach { it.requestTermination().result }
    }
}

@OptIn(ExperimentalForeignApi::class)
internal actual fun nanoseconds(): Long = timemory_now()

internal actual fun yieldThread() {
    sched_yield()
}

internal actual fun processorCount(): Int = maxOf(1, sysconf(_SC_NPROCESSORS_ONLN).toInt())

@OptIn(ExperimentalForeignApi::class)
internal actual fun textOf(path: String): String? {
    val file = fopen(path, "r") ?: return null
    try {
        val bytes = ArrayList<Byte>()
        while (bytes.size < MAX_BYTES) {
            val byte = fgetc(file)
            if (byte == EOF) break
            bytes.add(byte.toByte())
        }
        return bytes.toByteArray().decodeToString()
    } finally {
        fclose(file)
    }
}

internal actual val STEADY_NANOSECONDS: Long = 0L

private const val MAX_BYTES = 1_000_000
