package timemory.nativecalls

import timemory.ComponentType
import timemory.OwnComponentProvider
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** The components and settings that this module adds to those of the core. */
internal class NativeCallsProvider : OwnComponentProvider, SettingsProvider {
    override fun components(): List<ComponentType<*>> = listOf(NativeCalls.TYPE)

    override val settings: List<Setting<*>> get() = NativeCallSettingNames.own
}
