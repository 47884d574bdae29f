package timemory.counters

import timemory.DescribedBy

/**
 * Counts events on the calling thread with PAPI: those that the setting `PAPI_EVENTS` names, presets (`PAPI_TOT_INS`) and native ones
 * (`perf::PAGE-FAULTS`). `timemory avail -H` lists them. Clocks are in nanoseconds, all others are numbers of events.
 *
 * An event that cannot be counted is skipped and the reason reported, unless `PAPI_QUIET`; with `PAPI_FAIL_ON_ERROR` the whole component is
 * skipped instead. `PAPI_MULTIPLEXING` allows more events than the processor has counters. With `PAPI_OVERFLOW`, such as 1000, each event
 * has a second count (`perf::PAGE-FAULTS/1000`): how often the thread's counter passed a multiple of 1000.
 *
 * Source: `PAPI_read` of PAPI 7, which is loaded on first use. A thread's first lap creates an event set; later ones allocate nothing.
 */
@DescribedBy(PapiVector.TYPE::class)
public class PapiVector : CountersComponent(CounterSettings.papi.choice()) {
    /** The type of [PapiVector]. */
    public companion object TYPE : CountersType<PapiVector>("papi_vector", "Events counted by PAPI for the calling thread", ::PapiVector) {
        override val source: String get() = "PAPI_read"

        override val elements: List<String> get() = CounterSettings.papi.events

        override fun unavailableReason(): String? = CounterSettings.papi.choice().reason
    }
}

/**
 * Counts events like [PapiVector], but at most [PapiArray.MAX_EVENTS] of them.
 *
 * Source: `PAPI_read` of PAPI 7.
 */
@DescribedBy(PapiArray.TYPE::class)
public class PapiArray : CountersComponent(CounterSettings.papi.choice()) {
    /** The type of [PapiArray]. */
    public companion object TYPE : CountersType<PapiArray>(
        "papi_array", "Events counted by PAPI for the calling thread, up to a fixed number",
        ::PapiArray,
    ) {
        /** The maximum number of events, as in timemory. */
        public const val MAX_EVENTS: Int = 8

        override val aliases: List<String> get() = listOf("papi_array_t", "papi_array$MAX_EVENTS")

        override val source: String get() = "PAPI_read"

        override val elements: List<String> get() = CounterSettings.papi.events

        override fun unavailableReason(): String? = CounterSettings.papi.choice().reason
            ?: elements.count { '/' !in it }.let { count -> // not counting overflows
                if (count <= MAX_EVENTS) null
                else "TIMEMORY_PAPI_EVENTS names $count events, more than $MAX_EVENTS: papi_vector takes any number"
            }
    }
}
