package timemory.sampling

import timemory.ComponentType
import timemory.OwnComponentProvider
import timemory.sampling.interval.SamplerSettingNames
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** Adds this module's components and settings to the core's. */
internal class SamplingProvider : OwnComponentProvider, SettingsProvider {
    override fun components(): List<ComponentType<*>> = listOf(CpuSamples, WallSamples, AllocSamples, LockSamples)

    override val settings: List<Setting<*>> get() = SamplingSettingNames.own + SamplerSettingNames.own
}
