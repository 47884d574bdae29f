package timemory.internal.platform

internal actual fun memoryLimit(): Long = Runtime.getRuntime().maxMemory()
