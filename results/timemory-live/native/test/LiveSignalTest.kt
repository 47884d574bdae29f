@file:OptIn(ExperimentalForeignApi::class)

package timemory.live

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.staticCFunction
import platform.posix.EBUSY
import platform.posix.SIGUSR1
import platform.posix.SIGUSR2
import platform.posix.SIG_DFL
import platform.posix.getpid
import platform.posix.kill
import platform.posix.signal
import timemory.cinterop.signal.timemory_hear_signal
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause

/** A signal opens and closes the socket. */
class LiveSignalTest {
    @AfterTest
    fun close() = Live.close()

    private fun after(signal: Int, isOpen: Boolean): String? {
        assertEquals(0, kill(getpid(), signal))
        val deadline = monotonicNanoseconds() + 60_000_000_000L
        while (monotonicNanoseconds() < deadline && (Live.socket != null) != isOpen) pause(microseconds = 1000)
        return Live.socket
    }

    @Test
    fun theSignalOpensTheSocketAndClosesItAgain() {
        openOnSignal("SIGUSR2")
        openOnSignal("usr2") // in a second session
        assertNull(Live.socket)
        repeat(3) {
            assertNotNull(after(SIGUSR2, isOpen = true))
            assertNull(after(SIGUSR2, isOpen = false))
        }
        openOnSignal("HUP") // is rejected with a message
        assertNull(Live.socket)
    }

    @Test
    fun aSignalThatTheProgramUsesIsLeftToIt() {
        signal(SIGUSR1, staticCFunction<Int, Unit> { })
        try {
            assertEquals(EBUSY, timemory_hear_signal(SIGUSR1))
        } finally {
            signal(SIGUSR1, SIG_DFL)
        }
    }
}
