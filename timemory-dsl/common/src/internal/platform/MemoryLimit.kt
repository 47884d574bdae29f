package timemory.internal.platform

/** How many bytes this process may still come to use for objects: the maximum heap, or what its limits leave; `Long.MAX_VALUE` for no limit. */
internal expect fun memoryLimit(): Long
