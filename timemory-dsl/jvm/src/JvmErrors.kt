package timemory

internal actual fun isOutOfMemory(failure: Throwable): Boolean = failure is OutOfMemoryError
