package timemory.internal.platform

/** `atexit` cannot be undone, and libraries are never unloaded: so the handler stays. */
internal actual fun leaveProcessEnd(): Boolean = false
