@file:OptIn(ExperimentalForeignApi::class, ObsoleteWorkersApi::class, DelicateCoroutinesApi::class)

package timemory

import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.Worker
import kotlin.system.exitProcess
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.toKString
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import platform.posix.SIGINT
import platform.posix.SIGSEGV
import platform.posix.SIGTERM
import platform.posix.getenv
import platform.posix.getpid
import platform.posix.kill
import platform.posix.raise
import platform.posix.readlink
import platform.posix.signal
import platform.posix.sleep
import timemory.results.Results
import timemory.results.ResultsListener

/**
 * A process ends as it would without timemory, and its results are written first. Each case is this program itself, with the one test
 * [child].
 */
class ProcessEndTest {
    private val program = memScoped {
        val path = allocArray<ByteVar>(4096)
        readlink("/proc/self/exe", path, 4095u)
        path.toKString()
    }

    private class End(val status: Int, val output: String)

    /** The status that a shell reports, and the output of the process; it contains `went on` if code ran that must not. */
    private fun end(case: String, environment: String = ""): End {
        val folder = "${shell("mktemp -d").trim()}/results"
        val output = shell(
            "ulimit -c 0; (TIMEMORY_TEST_CHILD=$case TIMEMORY_OUTPUT_PATH=$folder TIMEMORY_COMPONENTS=wall_clock " +
                "$environment \$KONAN_EMULATOR '$program' " +
                "--ktest_gradle_filter=timemory.ProcessEndTest.child; echo status \$?) 2>&1; " +
                "find $folder '(' -name '*.json' -o -name 'unfinished-*' ')' -exec cat {} + 2>/dev/null; rm -rf \$(dirname $folder)",
        )
        return End(Regex("(?m)^status (\\d+)").find(output)!!.groupValues[1].toInt(), output)
    }

    private fun assertEndsBy(signal: Int, case: String, environment: String = "", isWritten: Boolean = true) {
        val end = end(case, environment)
        assertEquals(128 + signal, end.status, "$case: ${end.output}")
        assertTrue("went on" !in end.output, "$case: ${end.output}")
        assertEquals(isWritten, "measured before" in end.output, "$case: ${end.output}")
    }

    @Test
    fun anUncaughtExceptionAbortsTheProcessWhereverItIsThrown() {
        for (case in listOf("coroutine", "global", "worker")) {
            assertEndsBy(ABORT, case)
            assertEndsBy(ABORT, case, "TIMEMORY_ENABLED=false", isWritten = false)
        }
    }

    @Test
    fun aHookOfTheProgramDecidesInstead() {
        val end = end("hook")
        assertTrue("the hook heard of boom" in end.output && "went on" in end.output, end.output)
        assertEquals(0, end.status, end.output)
    }

    @Test
    fun signalsEndTheProcessAndTheInterruptedCodeDoesNotGoOn() {
        assertEndsBy(SIGTERM, "sleep-term")
        assertEndsBy(SIGINT, "sleep-int")
        assertEndsBy(SIGTERM, "raise")
        assertEndsBy(SIGTERM, "busy")
        assertEndsBy(SIGSEGV, "crash", "TIMEMORY_ENABLE_ALL_SIGNALS=true")
    }

    @Test
    fun writingThatCrashesLeavesTheProgramItsEndAndTellsOfTheLaps() {
        for ((case, status) in mapOf("crash-writing" to 5, "crash-twice" to 128 + SIGSEGV)) {
            val end = end(case, if (case == "crash-twice") "TIMEMORY_ENABLE_ALL_SIGNALS=true" else "")
            assertEquals(status, end.status, end.output)
            assertTrue("timemory: some results were not written: writing them crashed" in end.output, end.output)
            assertTrue("open: outer > open" in end.output && "measured before: laps 1" in end.output, end.output)
        }
    }

    /** Not a test itself: the code that the others run in a separate process. */
    @Test
    fun child() {
        val case = getenv("TIMEMORY_TEST_CHILD")?.toKString() ?: return
        signal(SIGINT, null) // which may be ignored, as for a shell's background jobs
        if (case == "hook") setHook()
        measure<WallClock>("measured before") { }
        when (case) {
            "coroutine", "hook" -> CoroutineScope(Dispatchers.Default).launch { error("boom") }
            "global" -> runBlocking { GlobalScope.launch { error("boom") }.join() }
            "worker" -> Worker.start().executeAfter(0L) { error("boom") }
            "sleep-term" -> sendSoon("TERM")
            "sleep-int" -> sendSoon("INT")
            "raise" -> raise(SIGTERM)
            "crash-writing" -> measureUntilWritingCrashes { exitProcess(5) }
            "crash-twice" -> measureUntilWritingCrashes { kill(getpid(), SIGSEGV) }
            "crash" -> kill(getpid(), SIGSEGV)
            "busy" -> {
                sendSoon("TERM")
                val begun = kotlin.time.TimeSource.Monotonic.markNow()
                while (begun.elapsedNow().inWholeSeconds < 60) measure<WallClock>("busy") { List(100) { it }.sum() }
            }
        }
        sleep(if (case == "hook") 1u else 60u)
        println("went on")
    }

    private fun sendSoon(signal: String) {
        shell("(sleep 0.3; kill -$signal ${getpid()}) >/dev/null 2>&1 &")
    }

    private fun measureUntilWritingCrashes(end: () -> Unit) {
        Timemory.whenFinalized(object : ResultsListener {
            override fun finalized(results: Results) {
                raise(SIGSEGV)
            }
        })
        measure<WallClock>("outer") { measure<WallClock>("open") { end() } }
    }

    private fun setHook() {
        @OptIn(kotlin.experimental.ExperimentalNativeApi::class)
        setUnhandledExceptionHook { println("the hook heard of ${it.message}") }
    }

    private companion object {
        const val ABORT = 6
    }
}
