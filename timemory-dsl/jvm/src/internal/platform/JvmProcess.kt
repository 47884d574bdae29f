package timemory.internal.platform

import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.TimeUnit
import java.util.function.BiPredicate
import timemory.internal.lean.*

internal actual fun processId(): Long = ProcessNumber.OWN

internal actual fun randomText(): String = java.lang.Long.toHexString(ThreadLocalRandom.current().nextLong())

internal actual fun printError(text: String) = report(text, isProblem = true)

internal actual fun printNotice(text: String) = report(text, isProblem = false)

private fun report(text: String, isProblem: Boolean) {
    val log = messageLog ?: findLog().also { messageLog = it }
    if (!log.test(text, isProblem)) MessagePrinter.print { System.err.println(text) }
}

/** Receives messages that do not go to stderr, with whether each is a problem; looked up on first use. */
@Volatile
internal var messageLog: BiPredicate<String, Boolean>? = null

@Suppress("UNCHECKED_CAST") // in timemory-jvm, which may be missing
private fun findLog(): BiPredicate<String, Boolean> = try {
    Class.forName("timemory.jvm.ProblemLog").getField("INSTANCE").get(null) as BiPredicate<String, Boolean>
} catch (_: Throwable) {
    BiPredicate { _, _ -> false }
}

internal actual fun printOutput(text: String) {
    System.out.println(text)
    System.out.flush()
}

/**
 * A shutdown hook runs in all of these cases: the JVM itself starts it after the last thread, in `exit`, and on SIGTERM and SIGINT (and on
 * SIGHUP), unless the program handles the signal. If the JVM is already shutting down, there is nothing to wait for any more.
 */
internal actual fun atProcessEnd(signals: EndSignals, emergencyFile: String, write: () -> Unit) {
    val atEnd = Runnable {
        reserve = null
        // The JVM refuses available memory until it has rested from collecting garbage, and a class that finds none while it is initialised
        // is unusable for good.
        if (diedOfMemory) pause(REST_MICROSECONDS)
        try {
            write()
        } catch (_: OutOfMemoryError) {
            System.err.println(
                "timemory: the heap is full, and the results could not be written. Give the program more memory " +
                    "(-Xmx)",
            )
        } catch (failure: Throwable) {
            // A class that cannot be loaded, for example: if classes are in folders, not in a JAR, each one takes a file descriptor to
            // load, and there may be none left.
            System.err.println("timemory: the results could not be written: $failure")
        }
    }
    keepReserve()
    try {
        hook = Thread(atEnd, "timemory-finalize").also { Runtime.getRuntime().addShutdownHook(it) }
    } catch (_: IllegalStateException) {
        printError("timemory: measuring started while the process was ending: nothing will be written")
    }
}

@Volatile
private var hook: Thread? = null

internal actual fun cacheForCrashDump(text: () -> String) {}

/** The JVM would keep the hook, and through its class whatever loaded this library; the same applies to the handler. */
internal actual fun leaveProcessEnd(): Boolean {
    val known = hook ?: return false
    try {
        Runtime.getRuntime().removeShutdownHook(known)
    } catch (_: IllegalStateException) {
        return false // the process is ending
    }
    hook = null
    releaseReserve()
    return true
}

/**
 * Without any memory, the JVM cannot even start its shutdown hooks after the main thread has died of that: so the reserve is released
 * before. Otherwise the error is handled as without this library.
 */
private object ReleasingHandler : Thread.UncaughtExceptionHandler {
    override fun uncaughtException(thread: Thread, failure: Throwable) {
        release(failure)
        thread.threadGroup?.uncaughtException(thread, failure)
    }

    fun release(failure: Throwable) {
        if (failure !is OutOfMemoryError) return
        reserve = null
        diedOfMemory = true
    }
}

private fun keepReserve() {
    val thread = Thread.currentThread()
    if (isOnMainThread() && thread.uncaughtExceptionHandler === thread.threadGroup) {
        ReleasingHandler.release(OutOfMemoryError()) // loads the classes that it needs while memory is left
        diedOfMemory = false
        thread.uncaughtExceptionHandler = ReleasingHandler
        handled = thread
    }
    reserve = ByteArray((Runtime.getRuntime().maxMemory() / PART_KEPT_BACK).coerceIn(MIN_RESERVE, MAX_RESERVE).toInt())
}

private fun releaseReserve() {
    reserve = null
    val thread = handled ?: return
    handled = null
    if (thread.uncaughtExceptionHandler === ReleasingHandler) thread.uncaughtExceptionHandler = null
}

/** The thread that has our handler. */
private var handled: Thread? = null

/** Memory for making results if the program has used up the heap and ends because of it. */
private var reserve: ByteArray? = null

/** Whether the main thread has died of an OutOfMemoryError. */
@Volatile
private var diedOfMemory = false

private const val REST_MICROSECONDS = 300_000
private const val PART_KEPT_BACK = 16L
private const val MIN_RESERVE = 512L * 1024L
private const val MAX_RESERVE = 4L * 1024L * 1024L

internal actual fun runtimeFacts(): List<Pair<String, String>> =
    listOf("java.version", "java.vendor", "java.vm.name", "java.vm.version").mapNotNull { name ->
        SystemEnvironment.property(name)?.let { name.uppercase().replace('.', '_') to it }
    }

private const val USUAL_COLUMNS = 80

internal actual fun terminalColumns(): Int? {
    val target = try {
        Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString()
    } catch (_: IOException) {
        return null // there is no /proc
    } catch (_: UnsupportedOperationException) {
        return null
    }
    if (!target.startsWith("/dev/pts/") && !target.startsWith("/dev/tty")) return null
    return SystemEnvironment.variable("COLUMNS")?.trim()?.toIntOrNull() ?: columnsBySize(target) ?: USUAL_COLUMNS
}

/** `stty size` prints the rows and columns of the terminal at its stdin. */
private fun columnsBySize(terminal: String): Int? = runCatching {
    val process = ProcessBuilder("stty", "size").redirectInput(File(terminal)).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    if (!process.waitFor(1, TimeUnit.SECONDS)) process.destroyForcibly()
    process.inputStream.readBytes().decodeToString().trim().substringAfter(' ').toInt().takeIf { it > 0 }
}.getOrNull()

internal actual val targetName: String = "JVM"
