package timemory.roofline

import timemory.ComponentType
import timemory.OwnComponentProvider
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** What this module adds to the core's components and settings. */
internal class RooflineProvider : OwnComponentProvider, SettingsProvider {
    override fun components(): List<ComponentType<*>> = listOf(
        CpuRooflineFlops, CpuRooflineSpFlops, CpuRooflineDpFlops,
        GpuRooflineFlops, GpuRooflineHpFlops, GpuRooflineSpFlops, GpuRooflineDpFlops,
    )

    override val settings: List<Setting<*>> get() = RooflineSettingNames.own
}
