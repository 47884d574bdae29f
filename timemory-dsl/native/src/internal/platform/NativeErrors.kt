package timemory.internal.platform

internal actual fun isOutOfMemory(failure: Throwable): Boolean = failure is OutOfMemoryError
