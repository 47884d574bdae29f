package timemory

/** How many columns the terminal has that the standard output stream leads to; `null` where it leads to none. */
internal expect fun terminalColumns(): Int?

/** What is known of what runs the program, by name: the virtual machine and its version, or the compiler's. */
internal expect fun runtimeFacts(): List<Pair<String, String>>

/** The number of this process. */
internal expect fun processId(): Long

/** Writes [text] and a line end to the standard error stream. */
internal expect fun printError(text: String)

/** Writes [text] and a line end to the standard output stream. */
internal expect fun printOutput(text: String)

/**
 * Has [write] called when the process ends: after a normal end, `exitProcess`, an uncaught exception, and, if [onSignals],
 * SIGTERM and SIGINT. Called again only after [leaveProcessEnd].
 */
internal expect fun atProcessEnd(onSignals: Boolean, write: () -> Unit)

/** Has nothing called any more at the end of the process, and keeps nothing for it; `false` where that cannot be taken back. */
internal expect fun leaveProcessEnd(): Boolean
