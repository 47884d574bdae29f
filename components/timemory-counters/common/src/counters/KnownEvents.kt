package timemory.counters

import timemory.HardwareEvent
import timemory.internal.platform.Ffi
import timemory.internal.platform.listFiles
import timemory.internal.source.reasonWithout

/** Returns the events that the kernel counts or names itself, after trying which can be counted here. */
internal fun eventsOfTheKernel(): List<HardwareEvent> = PerfNames.all.map { known ->
    val category = when (known.type) {
        PerfEvent.SOFTWARE -> "perf software"
        PerfEvent.HARDWARE -> "perf hardware"
        else -> "perf cache"
    }
    val others = known.names.drop(1)
    val description = known.description + if (others.isEmpty()) "" else " (also ${others.joinToString()})"
    HardwareEvent(known.names[0], category, refusalOf(known.names[0]), description)
} + HardwareEvent(
    "rNNN",
    "perf raw",
    if (listFiles("$PERF_UNITS/cpu").isEmpty()) "the kernel offers no hardware counters here, as in most virtual machines"
    else Ffi.unavailable,
    "The processor's event with the hexadecimal number NNN",
)

/** Returns the events that PMUs define: the processor's own, those of its memory controllers, ... */
internal fun eventsOfUnits(): List<HardwareEvent> = listFiles(PERF_UNITS).flatMap { unit ->
    val names = listFiles("$PERF_UNITS/$unit/events").filter { '.' !in it } // files with a dot contain the scale and unit of another event
    names.map { name ->
        HardwareEvent("$unit/$name/", "perf unit", refusalOf("$unit/$name/"), "Named by the kernel in $PERF_UNITS/$unit/events")
    }
}

private fun refusalOf(name: String): String? {
    Ffi.unavailable?.let { return it }
    return reasonWithout {
        PerfCounters.openGroups(listOf(PerfEvent.of(name)), pid = 0).forEach { it.close() }
        0L
    }
}

/** Returns PAPI's presets and native events. */
internal fun eventsOfPapi(): List<HardwareEvent> {
    val missing = PapiLibrary.unavailable()
    if (missing != null) return listOf(HardwareEvent("(PAPI)", "PAPI preset", missing, "PAPI presets and native events"))
    val disabled = PapiEvents.disabledComponents().joinToString("; ")
    val reason = "PAPI does not count it on this machine" + if (disabled.isEmpty()) "" else ". Without events here: $disabled"
    return PapiEvents.all().map { event ->
        HardwareEvent(
            event.name, if (event.isPreset) "PAPI preset" else "PAPI native", reason.takeIf { !PapiEvents.isAvailable(event) },
            event.description,
        )
    }
}
