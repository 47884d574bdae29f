package timemory.internal.platform

/** The number of bytes that this process may use for objects: the maximum heap, or what its limits leave; `Long.MAX_VALUE` for no limit. */
internal expect fun memoryLimit(): Long
