package timemory.internal.platform

/** How many columns the terminal has that the standard output stream leads to; `null` where it leads to none. */
internal expect fun terminalColumns(): Int?

/** What is known of what runs the program, by name: the JVM and its version, or the compiler's. */
internal expect fun runtimeFacts(): List<Pair<String, String>>

/** The number of this process. */
internal expect fun processId(): Long

/** Letters and digits that no other process makes, in all likelihood. */
internal expect fun randomText(): String

/**
 * Reports [text], which is a problem: on the standard error stream, with a line end, or to the program's log where it has one on the JVM.
 */
internal expect fun printError(text: String)

/** Prints a notice to stderr, which is not a problem. */
internal expect fun printNotice(text: String)

/** Writes [text] and a line end to the standard output stream. */
internal expect fun printOutput(text: String)

/** The signals before which a native process writes its results; the JVM does so whatever ends it, but for crashes. */
internal enum class EndSignals {
    NONE,

    /** SIGTERM and SIGINT. */
    USUAL,

    /** SIGHUP, SIGQUIT and those of crashes too: SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL. */
    ALL,
}

/**
 * Has [write] called when the process ends: after a normal end, `exitProcess`, an uncaught exception, and before [signals] end it. Called
 * again only after [leaveProcessEnd]. Natively, where that takes for ever, what can be known without it goes to [emergencyFile].
 */
internal expect fun atProcessEnd(signals: EndSignals, emergencyFile: String, write: () -> Unit)

/** Natively, and where nothing else knows as much, [text] goes to the emergency file should writing crash from now on. */
internal expect fun cacheForCrashDump(text: () -> String)

/** Has nothing called any more at the end of the process, and keeps nothing for it; `false` where that cannot be taken back. */
internal expect fun leaveProcessEnd(): Boolean

/** What programs of this target are called: `JVM`, `native`. */
internal expect val targetName: String
