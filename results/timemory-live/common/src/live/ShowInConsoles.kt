package timemory.live

/** Registers this process with JMX consoles until the session that is starting ends. Errors are reported. */
internal expect fun showInConsoles()
