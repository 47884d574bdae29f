package timemory.roofline

import timemory.ComponentType
import timemory.OwnComponentProvider
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** Adds this module's components and settings to the core's. */
internal class RooflineProvider : OwnComponentProvider, SettingsProvider {
    override fun components(): List<ComponentType<*>> = listOf(
        CpuRooflineFlops, CpuRooflineSpFlops, CpuRooflineDpFlops,
        GpuRooflineFlops, GpuRooflineHpFlops, GpuRooflineSpFlops, GpuRooflineDpFlops,
    )

    override val settings: List<Setting<*>> get() = RooflineSettingNames.own
}
