package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.counters.UserPage
import timemory.internal.platform.Ffi

/** The protocol for reading counters without a system call, with a page and a counter of the test. */
class UserPageTest {
    private val page = Ffi.allocate(UserPage.SIZE)
    private var asked = -1

    @AfterTest
    fun free() = Ffi.free(page)

    private fun fill(
        index: Int,
        offset: Long,
        width: Int,
        enabled: Long = 5,
        running: Long = enabled,
        capabilities: Long = UserPage.USER_READ,
    ) {
        Ffi.putInt(page + UserPage.SEQUENCE, 2)
        Ffi.putInt(page + UserPage.INDEX, index)
        Ffi.putLong(page + UserPage.OFFSET, offset)
        Ffi.putInt(page + UserPage.WIDTH, width)
        Ffi.putLong(page + UserPage.TIME_ENABLED, enabled)
        Ffi.putLong(page + UserPage.TIME_RUNNING, running)
        Ffi.putLong(page + UserPage.CAPABILITIES, capabilities)
    }

    private fun page(counter: Long) = UserPage(page) { index ->
        asked = index
        counter
    }

    @Test
    fun whatWasCountedBeforeAndWhatTheCounterSaysAreAddedUp() {
        fill(index = 4, offset = 1_000_000, width = 48)
        val page = page(counter = 345)
        assertTrue(page.read())
        assertEquals(1_000_345, page.count)
        assertEquals(5, page.time)
        assertEquals(3, asked)
    }

    @Test
    fun aCounterThatIsNarrowerThanANumberHasASign() {
        // The kernel starts a counter below zero, so that it overflows in time.
        fill(index = 1, offset = 1 shl 30, width = 48)
        val page = page(counter = (1L shl 48) - 100)
        assertTrue(page.read())
        assertEquals((1L shl 30) - 100, page.count)
    }

    @Test
    fun theKernelIsAskedWhereTheEventIsInNoCounter() {
        fill(index = 0, offset = 7, width = 48)
        assertFalse(page(counter = 1).read())
        fill(index = 1, offset = 7, width = 48, capabilities = 0)
        assertFalse(page(counter = 1).read())
        fill(index = 1, offset = 7, width = 48, enabled = 9, running = 8)
        assertFalse(page(counter = 1).read())
        assertEquals(-1, asked)
    }

    @Test
    fun aReadingThatTheKernelChangedMeanwhileIsRepeated() {
        fill(index = 1, offset = 10, width = 48)
        var readings = 0
        val page = UserPage(page) {
            if (readings++ == 0) {
                // The thread is switched out in between, and back to another counter.
                Ffi.putInt(page + UserPage.SEQUENCE, 4)
                Ffi.putLong(page + UserPage.OFFSET, 500)
            }
            1L
        }
        assertTrue(page.read())
        assertEquals(501, page.count)
        assertEquals(2, readings)
    }

    @Test
    fun aPageThatNeverRestsIsLeftToTheKernel() {
        fill(index = 1, offset = 10, width = 48)
        var sequence = 2
        assertFalse(UserPage(page) { Ffi.putInt(page + UserPage.SEQUENCE, ++sequence).let { 1L } }.read())
    }
}
