package timemory

internal actual fun processId(): Long = ProcessHandle.current().pid()

internal actual fun printError(text: String) = System.err.println(text)

internal actual fun printOutput(text: String) {
    System.out.println(text)
    System.out.flush()
}

/**
 * A shutdown hook runs in every one of the cases: the virtual machine itself starts it after the last thread, in `exit`, and on SIGTERM
 * and SIGINT (and on SIGHUP), unless the program took the signal over. Where the machine shuts down already there is nothing to
 * wait for any more.
 */
internal actual fun atProcessEnd(onSignals: Boolean, write: () -> Unit) {
    try {
        Runtime.getRuntime().addShutdownHook(Thread(write, "timemory-finalize"))
    } catch (_: IllegalStateException) {
        printError("timemory: measuring began while the process was ending: nothing will be written")
    }
}
