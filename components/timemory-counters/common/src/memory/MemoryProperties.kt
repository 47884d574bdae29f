// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from MemorySettingNames.kt.

@file:kotlin.jvm.JvmName("MemoryProperties")

package timemory.memory

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Enable libtimemory-mallocp.so, which measures memory allocation (`ENABLE_MALLOCP`, true). */
public val Settings.enableMallocp: Boolean get() = get(MemorySettingNames.enableMallocp)

/** See [Settings.enableMallocp]. */
public var SettingsBuilder.enableMallocp: Boolean
    get() = get(MemorySettingNames.enableMallocp)
    set(value) = assign(MemorySettingNames.enableMallocp, value)

/**
 * Show malloc, free and the other functions below the region measured with malloc_gotcha or memory_allocations (`ALLOCATIONS_BY_FUNCTION`,
 * false).
 */
public val Settings.allocationsByFunction: Boolean get() = get(MemorySettingNames.allocationsByFunction)

/** See [Settings.allocationsByFunction]. */
public var SettingsBuilder.allocationsByFunction: Boolean
    get() = get(MemorySettingNames.allocationsByFunction)
    set(value) = assign(MemorySettingNames.allocationsByFunction, value)
