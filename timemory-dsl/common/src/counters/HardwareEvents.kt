package timemory.counters

import kotlin.jvm.JvmStatic
import timemory.gpu.ActivityKind
import timemory.gpu.CudaDevices
import timemory.gpu.CuptiLibrary
import timemory.gpu.DeviceMetrics
import timemory.internal.platform.Foreign
import timemory.internal.platform.listFiles
import timemory.internal.source.reasonWithout

/**
 * An event that [PerfEvents] or PAPI's components know, a GPU, a kind of activity that [CuptiActivity] knows, or a metric of [CuptiCounters] and its kin.
 *
 * @property name as settings and components take it
 * @property category who counts it: `PAPI preset`, `PAPI native`, or `perf` with `software`, `hardware`, `cache`, `raw` or `unit`; `GPU device`,
 *   `CUPTI activity`, `CUPTI metric`
 * @property reason why it cannot be counted on this machine, `null` where it can
 * @property description what it is, in the words of whoever counts it
 */
public class HardwareEvent internal constructor(
    public val name: String,
    public val category: String,
    public val reason: String?,
    public val description: String,
) {
    /** Whether it can be counted here. */
    public val isAvailable: Boolean get() = reason == null

    override fun toString(): String = name
}

/** The events of processor and kernel that can be counted, and what there is of GPUs. */
public object HardwareEvents {
    /**
     * All that there are names for, with whether they can be counted here: those of the kernel are tried, PAPI is asked. Takes up to a second,
     * where PAPI has thousands.
     */
    @JvmStatic
    public fun all(): List<HardwareEvent> = ofTheKernel() + ofUnits() + ofPapi() + CudaDevices.all() + ofCupti() + DeviceMetrics.all()

    private fun ofTheKernel(): List<HardwareEvent> = PerfNames.all.map { known ->
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
        if (listFiles("$PERF_UNITS/cpu").isEmpty()) "the kernel has no counters of the processor here, as in most virtual machines" else Foreign.unavailable,
        "The event that the processor knows by the number NNN, in hexadecimal digits",
    )

    /** Events that units of counters name themselves: the processor's own, of its memory controllers, ... */
    private fun ofUnits(): List<HardwareEvent> = listFiles(PERF_UNITS).flatMap { unit ->
        val names = listFiles("$PERF_UNITS/$unit/events").filter { '.' !in it } // those with a dot tell scale and unit of another
        names.map { name -> HardwareEvent("$unit/$name/", "perf unit", refusalOf("$unit/$name/"), "Named by the kernel in $PERF_UNITS/$unit/events") }
    }

    private fun refusalOf(name: String): String? {
        Foreign.unavailable?.let { return it }
        return reasonWithout {
            PerfCounters.openGroups(listOf(PerfEvent.of(name)), pid = 0).forEach { it.close() }
            0L
        }
    }

    private fun ofPapi(): List<HardwareEvent> {
        val missing = PapiLibrary.unavailable()
        if (missing != null) return listOf(HardwareEvent("(PAPI)", "PAPI preset", missing, "Presets and native events of PAPI"))
        val disabled = PapiEvents.disabledComponents().joinToString("; ")
        val reason = "PAPI does not count it on this machine" + if (disabled.isEmpty()) "" else ". Without events here: $disabled"
        return PapiEvents.all().map { event ->
            HardwareEvent(event.name, if (event.isPreset) "PAPI preset" else "PAPI native", reason.takeIf { !PapiEvents.isAvailable(event) }, event.description)
        }
    }

    private fun ofCupti(): List<HardwareEvent> {
        val reason = CuptiLibrary.unavailable()
        return ActivityKind.entries.map { HardwareEvent(it.label, "CUPTI activity", reason, it.description) }
    }
}
