package timemory.timem

import timemory.counters.PerfEvent

/** PAPI's names for events that the kernel names itself, on every processor: timem needs no PAPI to count these. */
private val PAPI_NAMES = mapOf(
    "PAPI_TOT_CYC" to "cycles",
    "PAPI_TOT_INS" to "instructions",
    "PAPI_BR_INS" to "branches",
    "PAPI_BR_MSP" to "branch-misses",
    "PAPI_REF_CYC" to "ref-cycles",
)

/** Returns the event called [name], as named by `perf list` and `timemory avail -H`, or by one of a few PAPI names. */
internal fun eventNamed(name: String): PerfEvent {
    val known = PAPI_NAMES[name.substringBefore(':')] ?: return PerfEvent.of(name)
    val event = PerfEvent.of(known + name.drop(name.substringBefore(':').length))
    return event.with(name, event.excludesUser, event.excludesKernel)
}
