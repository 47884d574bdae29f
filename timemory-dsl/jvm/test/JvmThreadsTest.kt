package timemory

import kotlin.concurrent.thread

internal actual fun inThreads(count: Int, body: (Int) -> Unit) {
    val failures = java.util.concurrent.ConcurrentLinkedQueue<Throwable>()
    List(count) { i ->
        thread(name = "test $i") { runCatching { body(i) }.onFailure(failures::add) }
    }.forEach { it.join() }
    failures.firstOrNull()?.let { throw it }
}

internal actual val dispatchingRunsOtherTasks: Boolean = false

internal actual fun collectGarbage() = System.gc()
