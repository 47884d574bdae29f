package timemory.internal.platform

/** `atexit` takes nothing back, and libraries stay: so does what was asked for. */
internal actual fun leaveProcessEnd(): Boolean = false
