// Written by 'java timemory-dsl/settings/SettingProperties.java' from MemorySettingNames.kt.

@file:kotlin.jvm.JvmName("MemoryProperties")

package timemory.memory

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Whether libtimemory-mallocp.so measures what allocates memory (`ENABLE_MALLOCP`, true). */
public val Settings.enableMallocp: Boolean get() = get(MemorySettingNames.enableMallocp)

/** As [Settings.enableMallocp]. */
public var SettingsBuilder.enableMallocp: Boolean
    get() = get(MemorySettingNames.enableMallocp)
    set(value) = assign(MemorySettingNames.enableMallocp, value)
