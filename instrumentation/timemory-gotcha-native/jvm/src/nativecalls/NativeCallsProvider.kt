package timemory.nativecalls

import timemory.ComponentType
import timemory.OwnComponentProvider
import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** What this module adds to the core's components and settings. */
internal class NativeCallsProvider : OwnComponentProvider, SettingsProvider {
    override fun components(): List<ComponentType<*>> = listOf(NativeCalls.TYPE)

    override val settings: List<Setting<*>> get() = NativeCallSettingNames.own
}
