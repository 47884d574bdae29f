package timemory

import java.io.File
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit

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

internal actual fun runtimeFacts(): List<Pair<String, String>> = listOf("java.version", "java.vendor", "java.vm.name", "java.vm.version").mapNotNull { name ->
    System.getProperty(name)?.let { name.uppercase().replace('.', '_') to it }
}

private const val USUAL_COLUMNS = 80

internal actual fun terminalColumns(): Int? {
    val target = runCatching { Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString() }.getOrNull() ?: return null
    if (!target.startsWith("/dev/pts/") && !target.startsWith("/dev/tty")) return null
    return System.getenv("COLUMNS")?.trim()?.toIntOrNull() ?: columnsBySize(target) ?: USUAL_COLUMNS
}

/** `stty size` tells rows and columns of the terminal that is its input. */
private fun columnsBySize(terminal: String): Int? = runCatching {
    val process = ProcessBuilder("stty", "size").redirectInput(File(terminal)).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    if (!process.waitFor(1, TimeUnit.SECONDS)) process.destroyForcibly()
    process.inputStream.readBytes().decodeToString().trim().substringAfter(' ').toInt().takeIf { it > 0 }
}.getOrNull()
