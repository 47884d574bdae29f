package timemory.live

import timemory.settings.Setting
import timemory.settings.SettingsProvider

/** What this module adds to the core's settings. */
internal class LiveProvider : SettingsProvider {
    override val settings: List<Setting<*>> get() = LiveSettingNames.own
}
