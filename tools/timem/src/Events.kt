package timemory.timem

import timemory.counters.PerfEvent

/** PAPI's names of what the kernel has names of its own for, on every processor: timem needs no PAPI to count these. */
private val PAPI_NAMES = mapOf(
    "PAPI_TOT_CYC" to "cycles",
    "PAPI_TOT_INS" to "instructions",
    "PAPI_BR_INS" to "branches",
    "PAPI_BR_MSP" to "branch-misses",
    "PAPI_REF_CYC" to "ref-cycles",
)

/** The event called [name], as `perf list` and `timemory avail -H` name them, or by one of a few names of PAPI. */
internal fun eventNamed(name: String): PerfEvent {
    val known = PAPI_NAMES[name.substringBefore(':')] ?: return PerfEvent.of(name)
    val event = PerfEvent.of(known + name.drop(name.substringBefore(':').length))
    return event.with(name, event.excludesUser, event.excludesKernel)
}
