package timemory

/** The groups of measurements that come with the library (see [ComponentType.category]). */
internal object Category {
    const val TIMING = "timing"
    const val RESOURCE_USAGE = "resource usage"
    const val INPUT_OUTPUT = "I/O"
    const val SYSTEM = "system"
    const val COUNTERS = "event counters"
    const val GPU = "GPU"
    const val DATA = "data"
    const val COROUTINE = "coroutine"
}
