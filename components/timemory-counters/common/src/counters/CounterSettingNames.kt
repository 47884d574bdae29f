package timemory.counters

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

/** The settings of this module. Names and defaults match timemory's if it has the setting. */
internal object CounterSettingNames : SettingList() {
    val perfEvents = add(
        text(
            "PERF_EVENTS", "Events that perf_events counts, by the names in `timemory avail -H`",
            "task-clock,page-faults,context-switches",
        ).fixed(),
    )
    val papiEvents =
        add(text("PAPI_EVENTS", "Events that papi_vector and papi_array count, by the names in `timemory avail -H`", "").fixed())
    val papiMultiplexing =
        add(flag("PAPI_MULTIPLEXING", "Let PAPI multiplex events if the processor has too few counters", false).fixed())
    val papiThreading =
        add(flag("PAPI_THREADING", "Count with PAPI for all threads, not only for the first that asks", true).fixed())
    val papiFailOnError = add(
        flag(
            "PAPI_FAIL_ON_ERROR", "Count none of PAPI_EVENTS if one is unavailable, instead of skipping it",
            false,
        ).fixed(),
    )
    val papiQuiet = add(flag("PAPI_QUIET", "Do not report unavailable PAPI_EVENTS", false).fixed())
    val papiOverflow = add(
        number(
            "PAPI_OVERFLOW", "Events per overflow, which are counted in addition to PAPI_EVENTS; 0 for none", 0,
            0, Int.MAX_VALUE,
        ).fixed(),
    )
    val papiAttach = add(flag("PAPI_ATTACH", "Count events of the process TARGET_PID with PAPI", false).fixed())
    val targetPid = add(number("TARGET_PID", "Process for PAPI_ATTACH; 0 for this one", 0, 0, Int.MAX_VALUE).fixed())
}
