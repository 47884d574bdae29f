// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from KokkosSettingNames.kt.

@file:kotlin.jvm.JvmName("KokkosProperties")

package timemory.kokkos

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * Ids of the components of Kokkos events; if empty, those of [kokkosComponents], TRACE_COMPONENTS, PROFILER_COMPONENTS, COMPONENTS or
 * GLOBAL_COMPONENTS, else wall_clock,peak_rss; 'none' for none (`KOKKOSP_COMPONENTS`, empty).
 */
public val Settings.kokkospComponents: String get() = get(KokkosSettingNames.kokkospComponents)

/** See [Settings.kokkospComponents]. */
public var SettingsBuilder.kokkospComponents: String
    get() = get(KokkosSettingNames.kokkospComponents)
    set(value) = assign(KokkosSettingNames.kokkospComponents, value)

/** Used if [kokkospComponents] is empty (`KOKKOS_COMPONENTS`, empty). */
public val Settings.kokkosComponents: String get() = get(KokkosSettingNames.kokkosComponents)

/** See [Settings.kokkosComponents]. */
public var SettingsBuilder.kokkosComponents: String
    get() = get(KokkosSettingNames.kokkosComponents)
    set(value) = assign(KokkosSettingNames.kokkosComponents, value)

/** Print each event of kp_timemory.so to stderr (`KOKKOS_KERNEL_LOGGER`, false). */
public val Settings.kokkosKernelLogger: Boolean get() = get(KokkosSettingNames.kokkosKernelLogger)

/** See [Settings.kokkosKernelLogger]. */
public var SettingsBuilder.kokkosKernelLogger: Boolean
    get() = get(KokkosSettingNames.kokkosKernelLogger)
    set(value) = assign(KokkosSettingNames.kokkosKernelLogger, value)
