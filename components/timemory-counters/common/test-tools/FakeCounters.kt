package timemory

import timemory.counters.CounterKind
import timemory.counters.CounterSet
import timemory.counters.CounterSource
import timemory.counters.CountersComponent
import timemory.counters.CountersType
import timemory.internal.platform.PerThread

/** Counters that tests set, separately for each thread. */
internal object FakeCounters : CounterKind {
    private class Set(events: List<String>) : CounterSet {
        val numbers = LongArray(3 * events.size)

        override fun read(into: LongArray) {
            readings++
            check(!fails) { "cannot be read" }
            numbers.copyInto(into)
        }

        override fun close() {}
    }

    private val sets = PerThread<Set>()
    private val here: Set get() = sets.get() ?: Set(EVENTS).also { sets.set(it) }

    var readings = 0
    var fails = false

    override fun open(events: List<String>): CounterSet = here

    /** Makes event [index] happen [times] on the calling thread, while running for [running] of [wanted] enabled nanoseconds. */
    fun happen(index: Int, times: Long, wanted: Long = 10, running: Long = wanted) {
        here.numbers[index] += times
        here.numbers[EVENTS.size + index] += wanted
        here.numbers[2 * EVENTS.size + index] += running
    }

    val EVENTS = listOf("apples", "task-clock")
}

@DescribedBy(FakeEvents.TYPE::class)
internal class FakeEvents : CountersComponent(CounterSource.of(FakeCounters, FakeCounters.EVENTS)) {
    companion object TYPE : CountersType<FakeEvents>("fake_events", "Events of tests", ::FakeEvents) {
        override val elements: List<String> get() = FakeCounters.EVENTS
    }
}

/** Counts the same events. */
@DescribedBy(SameEvents.TYPE::class)
internal class SameEvents : CountersComponent(CounterSource.of(FakeCounters, FakeCounters.EVENTS)) {
    companion object TYPE : CountersType<SameEvents>("same_events", "Events of tests again", ::SameEvents) {
        override val elements: List<String> get() = FakeCounters.EVENTS
    }
}
