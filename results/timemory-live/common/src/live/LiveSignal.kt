package timemory.live

/** Makes the signal [name] open the socket, and close it the next time. Errors are reported. */
internal expect fun openOnSignal(name: String)
