package timemory.counters

import timemory.DescribedBy

/**
 * Counts events on the calling thread with the kernel's counters, without any library: those that the setting `PERF_EVENTS` names as in
 * `perf list`, software events (`task-clock`, `page-faults`) and hardware events (`instructions`, `L1-dcache-load-misses`, `r01c2`,
 * `cpu/event=0x3c/`). `timemory avail -H` lists them. Clocks are in nanoseconds, all others are numbers of events.
 *
 * If the processor does not have enough counters, events take turns and their counts are estimates. That is reported, as is an event that
 * is skipped because it cannot be counted.
 *
 * Source: `perf_event_open(2)`. A thread's first lap opens a file for each event; later ones allocate nothing.
 */
@DescribedBy(PerfEvents.TYPE::class)
public class PerfEvents : CountersComponent(CounterSettings.perf.choice()) {
    /** The type of [PerfEvents]. */
    public companion object TYPE : CountersType<PerfEvents>(
        "perf_events", "Events counted by the kernel for the calling thread", ::PerfEvents,
    ) {
        override val source: String get() = "perf_event_open"

        override val elements: List<String> get() = CounterSettings.perf.events

        override fun unavailableReason(): String? = CounterSettings.perf.choice().reason
    }
}
