package timemory.live

/** Has consoles show this process, as long as the session goes on that begins now. What is wrong is reported. */
internal expect fun showInConsoles()
