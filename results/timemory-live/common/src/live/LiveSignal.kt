package timemory.live

/** Has the signal that [name] names open the socket, and close it when it comes again. What is wrong is reported. */
internal expect fun openOnSignal(name: String)
