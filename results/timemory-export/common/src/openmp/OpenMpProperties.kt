// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from OpenMpSettingNames.kt.

@file:kotlin.jvm.JvmName("OpenMpProperties")

package timemory.openmp

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Whether libtimemory-ompt.so measures OpenMP (`ENABLE_OMPT`, true). */
public val Settings.enableOmpt: Boolean get() = get(OpenMpSettingNames.enableOmpt)

/** As [Settings.enableOmpt]. */
public var SettingsBuilder.enableOmpt: Boolean
    get() = get(OpenMpSettingNames.enableOmpt)
    set(value) = assign(OpenMpSettingNames.enableOmpt, value)

/**
 * The components of parallel regions, tasks and barriers of OpenMP, by their ids; if empty those of TRACE_COMPONENTS, PROFILER_COMPONENTS,
 * COMPONENTS or GLOBAL_COMPONENTS, a wall clock if all are; none for none (`OMPT_COMPONENTS`, empty).
 */
public val Settings.omptComponents: String get() = get(OpenMpSettingNames.omptComponents)

/** As [Settings.omptComponents]. */
public var SettingsBuilder.omptComponents: String
    get() = get(OpenMpSettingNames.omptComponents)
    set(value) = assign(OpenMpSettingNames.omptComponents, value)
