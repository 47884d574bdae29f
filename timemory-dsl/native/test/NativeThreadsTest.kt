package timemory

internal actual val dispatchingRunsOtherTasks: Boolean = true

@OptIn(kotlin.native.runtime.NativeRuntimeApi::class)
internal actual fun collectGarbage() = kotlin.native.runtime.GC.collect()
