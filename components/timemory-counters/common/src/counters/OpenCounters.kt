package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.ThreadHandle
import timemory.internal.platform.hold

/**
 * Keeps track of counters that threads have opened, to close them after the threads end: a process can have only some thousand file
 * descriptors.
 *
 * Threads do not report their end. Whenever a thread opens counters and twice as many are open as the last time, those of ended threads are
 * closed. Counters registered under the address of a new thread are always closed, because PAPI would take them for the new thread's.
 */
internal object OpenCounters {
    private class Owner(val thread: ThreadHandle) {
        val open = ArrayList<AutoCloseable>()
    }

    private val lock = Lock()
    private val owners = HashMap<Long, Owner>()
    private var sweepAt = MIN_SWEEP

    /** The number of threads with open counters, including ended ones. */
    val threads: Int get() = lock.hold { owners.size }

    private val threadAddress by lazy { Ffi.find(null, "pthread_self")!! }

    /** Runs [action] while no counters are opened or closed elsewhere, because much of PAPI is not thread-safe. */
    fun <R> alone(action: () -> R): R = lock.hold { action() }

    /** Runs [open] for the calling thread, and closes what it returns after the thread ends. */
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

    /** Closes the counters of threads that have ended. */
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
