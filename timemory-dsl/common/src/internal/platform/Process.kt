package timemory.internal.platform

/** The number of columns of the terminal that stdout is connected to; `null` if there is none. */
internal expect fun terminalColumns(): Int?

/** Properties of the program's runtime, by name: the JVM and its version, or the compiler's. */
internal expect fun runtimeFacts(): List<Pair<String, String>>

/** The ID of this process. */
internal expect fun processId(): Long

/** Letters and digits that are, in all likelihood, unique to this process. */
internal expect fun randomText(): String

/**
 * Reports the problem [text] with a line end to stderr, or to the program's log if it has one on the JVM.
 */
internal expect fun printError(text: String)

/** Prints a notice to stderr, which is not a problem. */
internal expect fun printNotice(text: String)

/** Writes [text] and a line end to stdout. */
internal expect fun printOutput(text: String)

/** The signals on which a native process writes its results; the JVM does so however it ends, except for crashes. */
internal enum class EndSignals {
    NONE,

    /** SIGTERM and SIGINT. */
    USUAL,

    /** SIGHUP, SIGQUIT and those of crashes as well: SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL. */
    ALL,
}

/**
 * Calls [write] when the process ends: after a normal exit, `exitProcess`, an uncaught exception, and before [signals] terminate it. Called
 * again only after [leaveProcessEnd]. Natively, if that hangs, the available information goes to [emergencyFile].
 */
internal expect fun atProcessEnd(signals: EndSignals, emergencyFile: String, write: () -> Unit)

/** From now on, if writing crashes natively and no better information is available, [text] goes to the emergency file. */
internal expect fun cacheForCrashDump(text: () -> String)

/** Cancels everything to be called at process exit, and releases what was kept for it; `false` if that cannot be undone. */
internal expect fun leaveProcessEnd(): Boolean

/** The name of this target for programs: `JVM`, `native`. */
internal expect val targetName: String
