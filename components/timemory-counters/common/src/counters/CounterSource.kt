package timemory.counters

import timemory.Binding
import timemory.internal.platform.Lock
import timemory.internal.platform.PerThread
import timemory.internal.platform.hold
import timemory.internal.platform.isOnVirtualThread
import timemory.internal.source.Source
import timemory.internal.source.reasonWithout

/**
 * Counters of one list of events. A thread's counters are opened at its first reading and closed after it ends.
 *
 * There is one instance per list and kind, so that components that count the same events share their readings.
 *
 * @property events their names, in the order of the counts
 */
internal class CounterSource(val kind: CounterKind, val events: List<String>) :
    Source(3 * events.size, Binding.THREAD) {
    private val sets = PerThread<CounterSet>()

    override fun origin(index: Int): String = events[index % events.size]

    override fun read(into: LongArray) = (sets.get() ?: open()).read(into)

    private fun open(): CounterSet {
        if (isOnVirtualThread()) {
            throw UnsupportedOperationException("events of a virtual thread are counted for its carrier thread, which also runs others")
        }
        return kind.open(events).also { sets.set(it) }
    }

    /** Why they cannot be counted here; `null` if they can. */
    val unavailable: String? by lazy { if (isOnVirtualThread()) reasonOfTrial() else unavailableReason(0) }

    private fun reasonOfTrial() = reasonWithout {
        val trial = kind.open(events)
        try {
            LongArray(size).also(trial::read)[0]
        } finally {
            trial.close()
        }
    }

    companion object {
        private val lock = Lock()
        private val known = HashMap<Pair<CounterKind, List<String>>, CounterSource>()

        fun of(kind: CounterKind, events: List<String>): CounterSource =
            lock.hold { known.getOrPut(kind to events) { CounterSource(kind, events) } }
    }
}
