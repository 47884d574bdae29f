package timemory.live

import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** Adds this module's settings to the core's. */
internal class LiveProvider : SettingsProvider {
    override val settings: List<Setting<*>> get() = LiveSettingNames.own
}
