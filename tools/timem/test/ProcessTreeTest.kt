package timemory.timem

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

class ProcessTreeTest {
    private val tree = ProcessTree()

    private fun usage(user: Long, minorFaults: Long) = Usage(LongArray(Usage.SIZE).also { it[0] = user; it[4] = minorFaults })

    private fun end(pid: Int, parent: Int, usage: Usage, childFaults: Long, charsRead: Long = 0L) =
        tree.ended(pid, 1_000L, 0L, usage, InputOutput(charsRead, 0L, 0L, 0L), Ending(0, false), isProcess = true, parent, childFaults)

    private fun process(pid: Int) = tree.processes.single { it.pid == pid }

    @Test
    fun aProcessIsChargedWithoutTheChildrenThatItWaitedFor() {
        end(11, parent = 10, usage(user = 300, minorFaults = 5), childFaults = 0, charsRead = 30)
        end(12, parent = 10, usage(user = 200, minorFaults = 4), childFaults = 0, charsRead = 20)
        end(10, parent = 1, usage(user = 1_000, minorFaults = 20), childFaults = 9, charsRead = 100)
        assertEquals(500L, process(10).usage.user)
        assertEquals(11L, process(10).usage.minorFaults)
        assertEquals(50L, process(10).inputOutput!!.charsRead)
        assertTrue(process(10).exact)
    }

    @Test
    fun childrenThatWereNotWaitedForAreNotTakenAway() {
        end(11, parent = 10, usage(user = 300, minorFaults = 5), childFaults = 0)
        end(10, parent = 1, usage(user = 1_000, minorFaults = 20), childFaults = 0)
        assertEquals(1_000L, process(10).usage.user)
        assertTrue(process(10).exact)
    }

    @Test
    fun whereOnlySomeWereWaitedForItIsTold() {
        end(11, parent = 10, usage(user = 300, minorFaults = 5), childFaults = 0)
        end(12, parent = 10, usage(user = 200, minorFaults = 4), childFaults = 0)
        end(10, parent = 1, usage(user = 1_000, minorFaults = 20), childFaults = 5)
        assertFalse(process(10).exact)
    }

    @Test
    fun threadsAreNoProcesses() {
        tree.started(21, 5L)
        tree.ended(21, 9L, 0L, usage(1, 1), null, Ending(0, false), isProcess = false, parent = 1, childFaults = 0)
        assertTrue(tree.processes.isEmpty())
    }
}
