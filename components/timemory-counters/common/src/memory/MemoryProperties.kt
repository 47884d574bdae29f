// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from MemorySettingNames.kt.

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

/**
 * Whether malloc_gotcha and memory_allocations show malloc, free and the others as regions inside of the one that is measured
 * (`ALLOCATIONS_BY_FUNCTION`, false).
 */
public val Settings.allocationsByFunction: Boolean get() = get(MemorySettingNames.allocationsByFunction)

/** As [Settings.allocationsByFunction]. */
public var SettingsBuilder.allocationsByFunction: Boolean
    get() = get(MemorySettingNames.allocationsByFunction)
    set(value) = assign(MemorySettingNames.allocationsByFunction, value)
