package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.ThreadHandle
import timemory.internal.platform.hold

/**
 * What threads have opened for themselves, so that it can be closed after their ends: files of the kernel, of which a process may have some
 * thousand only.
 *
 * No thread tells when it ends. What those that have ended left open is closed whenever a thread opens something, and there is twice as
 * much open as the last time; and what a thread finds open under its own address in any case, since PAPI would take it for its own.
 */
internal object OpenCounters {
    private class Owner(val thread: ThreadHandle) {
        val open = ArrayList<AutoCloseable>()
    }

    private val lock = Lock()
    private val owners = HashMap<Long, Owner>()
    private var sweepAt = MIN_SWEEP

    /** How many threads have something open, or had when they ended. */
    val threads: Int get() = lock.hold { owners.size }

    private val threadAddress by lazy { Ffi.find(null, "pthread_self")!! }

    /** Runs [action] while no counters are opened or closed elsewhere: much of PAPI is not made for several threads at once. */
    fun <R> alone(action: () -> R): R = lock.hold { action() }

    /** Has [open] run for the calling thread, and what it opens closed after the thread's end. */
    fun <C : AutoCloseable> open(open: () -> C): C = lock.hold {
        val address = threadAddress.call()
        val owner = owners[address]?.takeIf { it.thread.isCurrent() } ?: newOwner(address)
        open().also { owner.open.add(it) }
    }

    private fun newOwner(address: Long): Owner {
        owners.remove(address)?.let(::close)
        if (owners.size >= sweepAt) sweep()
        return Owner(ThreadHandle()).also { owners[address] = it }
    }

    /** Closes what threads that have ended left open. */
    fun sweep() = lock.hold {
        val ended = owners.filterValues { !it.thread.isAlive() }
        for ((address, owner) in ended) {
            owners.remove(address)
            close(owner)
        }
        sweepAt = maxOf(MIN_SWEEP, 2 * owners.size)
    }

    private fun close(owner: Owner) = owner.open.forEach { it.close() }

    private const val MIN_SWEEP = 32
}
