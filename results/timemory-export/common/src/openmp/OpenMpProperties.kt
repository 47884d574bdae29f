// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from OpenMpSettingNames.kt.

@file:kotlin.jvm.JvmName("OpenMpProperties")

package timemory.openmp

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Enable libtimemory-ompt.so, which measures OpenMP (`ENABLE_OMPT`, true). */
public val Settings.enableOmpt: Boolean get() = get(OpenMpSettingNames.enableOmpt)

/** See [Settings.enableOmpt]. */
public var SettingsBuilder.enableOmpt: Boolean
    get() = get(OpenMpSettingNames.enableOmpt)
    set(value) = assign(OpenMpSettingNames.enableOmpt, value)

/**
 * Ids of the components of OpenMP parallel regions, tasks and barriers; if empty, those of TRACE_COMPONENTS, PROFILER_COMPONENTS,
 * COMPONENTS or GLOBAL_COMPONENTS, else a wall clock; 'none' for none (`OMPT_COMPONENTS`, empty).
 */
public val Settings.omptComponents: String get() = get(OpenMpSettingNames.omptComponents)

/** See [Settings.omptComponents]. */
public var SettingsBuilder.omptComponents: String
    get() = get(OpenMpSettingNames.omptComponents)
    set(value) = assign(OpenMpSettingNames.omptComponents, value)
