@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.cinterop.ExperimentalForeignApi
import platform.posix.SIGTERM
import platform.posix.SIGUSR1
import timemory.internal.platform.listFiles
import timemory.internal.platform.readText

/** Signals are for the program's threads, not for those that the Kotlin runtime has started before `main`. */
class ProgramSignalsTest {
    @Test
    fun `threads of the runtime block signals and main does not`() {
        val maskByName = listFiles("/proc/self/task").associate { task ->
            val status = readText("/proc/self/task/$task/status", 4096)
            fieldOf(status, "Name:") to fieldOf(status, "SigBlk:").toULong(16)
        }
        val ofRuntime = maskByName.filterKeys { "GC" in it }
        assertTrue(ofRuntime.isNotEmpty(), maskByName.toString())
        for ((name, mask) in ofRuntime) assertEquals(SIGNALS, mask and SIGNALS, name)
        val ofMain = fieldOf(readText("/proc/thread-self/status", 4096), "SigBlk:").toULong(16)
        assertEquals(0uL, ofMain and SIGNALS)
    }

    private fun fieldOf(status: String, name: String) = status.lineSequence().first { it.startsWith(name) }.removePrefix(name).trim()

    private companion object {
        val SIGNALS = (1uL shl (SIGTERM - 1)) or (1uL shl (SIGUSR1 - 1))
    }
}
