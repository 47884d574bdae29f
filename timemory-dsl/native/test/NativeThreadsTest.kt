@file:OptIn(ObsoleteWorkersApi::class)

package timemory

import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.TransferMode
import kotlin.native.concurrent.Worker

internal actual fun inThreads(count: Int, body: (Int) -> Unit) {
    val workers = List(count) { Worker.start(name = "test $it") }
    val done = workers.mapIndexed { i, worker -> worker.execute(TransferMode.SAFE, { Pair(i, body) }) { (i, body) -> body(i) } }
    done.forEach { it.result }
    workers.forEach { it.requestTermination().result }
}

internal actual val dispatchingRunsOtherTasks: Boolean = true

@OptIn(kotlin.native.runtime.NativeRuntimeApi::class)
internal actual fun collectGarbage() = kotlin.native.runtime.GC.collect()
