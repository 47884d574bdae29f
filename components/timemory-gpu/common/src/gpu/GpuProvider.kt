package timemory.gpu

import timemory.ComponentType
import timemory.HardwareEvent
import timemory.HardwareEventsProvider
import timemory.OwnComponentProvider
import timemory.settings.NotOffered
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** Adds this module's components, settings and event lists to the core's. */
internal class GpuProvider : OwnComponentProvider, SettingsProvider, HardwareEventsProvider {
    override fun components(): List<ComponentType<*>> =
        listOf(CuptiCounters, CuptiProfiler, CudaEvent, CuptiActivity, CuptiPcsampling, NvtxMarker, CudaProfiler, GpuMemory)

    override val settings: List<Setting<*>> get() = GpuSettingNames.own

    override val notOffered: List<NotOffered>
        get() = listOf(
            NotOffered(
                "CUPTI_PCSAMPLING_PERIOD CUPTI_PCSAMPLING_PER_LINE CUPTI_PCSAMPLING_REGION_TOTALS CUPTI_PCSAMPLING_SERIALIZED " +
                    "CUPTI_PCSAMPLING_NUM_COLLECT CUPTI_PCSAMPLING_STALL_REASONS",
                "cupti_pcsampling samples with CUPTI's defaults, and counts all stall reasons",
            ),
        )

    override fun hardwareEvents(): List<HardwareEvent> = CudaDevices.all() + activityKinds() + DeviceMetrics.all()

    private fun activityKinds(): List<HardwareEvent> {
        val reason = CuptiLibrary.unavailable()
        return ActivityKind.entries.map { HardwareEvent(it.label, "CUPTI activity", reason, it.description) }
    }
}
