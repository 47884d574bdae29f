package timemory.counters

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

/** The settings of this module. Names and defaults are timemory's where it has the setting. */
internal object CounterSettingNames : SettingList() {
    val perfEvents = add(
        text(
            "PERF_EVENTS", "The events that perf_events counts, by the names of `timemory avail -H`",
            "task-clock,page-faults,context-switches",
        ).fixed(),
    )
    val papiEvents =
        add(text("PAPI_EVENTS", "The events that papi_vector and papi_array count, by the names of `timemory avail -H`", "").fixed())
    val papiMultiplexing =
        add(flag("PAPI_MULTIPLEXING", "Whether PAPI lets events take turns where the processor has not enough counters", false).fixed())
    val papiThreading =
        add(flag("PAPI_THREADING", "Whether PAPI counts for all threads, and not only for the one that asks first", true).fixed())
    val papiFailOnError = add(
        flag(
            "PAPI_FAIL_ON_ERROR", "Whether nothing is counted by PAPI_EVENTS where one of them cannot be, instead of the others",
            false,
        ).fixed(),
    )
    val papiQuiet = add(flag("PAPI_QUIET", "Whether nothing is reported about those of PAPI_EVENTS that cannot be counted", false).fixed())
    val papiOverflow = add(
        number(
            "PAPI_OVERFLOW", "How many of an event make an overflow, which are counted in addition to PAPI_EVENTS; 0 for none", 0,
            0, Int.MAX_VALUE,
        ).fixed(),
    )
    val papiAttach = add(flag("PAPI_ATTACH", "Whether PAPI counts what happens in the process TARGET_PID", false).fixed())
    val targetPid = add(number("TARGET_PID", "The process that PAPI_ATTACH is about, 0 for this one", 0, 0, Int.MAX_VALUE).fixed())
}
