package timemory

internal actual val dispatchingRunsOtherTasks: Boolean = false

internal actual fun collectGarbage() = System.gc()
