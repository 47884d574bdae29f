package timemory.gpu

import timemory.ComponentType
import timemory.HardwareEvent
import timemory.HardwareEventsProvider
import timemory.OwnComponentProvider
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** What this module adds to the core's components, settings and lists of events. */
internal class GpuProvider : OwnComponentProvider, SettingsProvider, HardwareEventsProvider {
    override fun components(): List<ComponentType<*>> =
        listOf(CuptiCounters, CuptiProfiler, CudaEvent, CuptiActivity, CuptiPcsampling, NvtxMarker, CudaProfiler, GpuMemory)

    override val settings: List<Setting<*>> get() = GpuSettingNames.settings

    override fun hardwareEvents(): List<HardwareEvent> = CudaDevices.all() + activityKinds() + DeviceMetrics.all()

    private fun activityKinds(): List<HardwareEvent> {
        val reason = CuptiLibrary.unavailable()
        return ActivityKind.entries.map { HardwareEvent(it.label, "CUPTI activity", reason, it.description) }
    }
}
