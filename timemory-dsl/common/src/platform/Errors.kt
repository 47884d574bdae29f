package timemory

/** Whether [failure] says that there is no memory left; each target has a class of its own for that. */
internal expect fun isOutOfMemory(failure: Throwable): Boolean
