// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from SamplerSettingNames.kt.

@file:kotlin.jvm.JvmName("SamplerProperties")

package timemory.sampling.interval

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Components of the process to read at intervals: page_rss,cpu_clock (`SAMPLER_COMPONENTS`, empty). */
@ExperimentalTimemoryApi
public val Settings.samplerComponents: String get() = get(SamplerSettingNames.samplerComponents)

/** See [Settings.samplerComponents]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplerComponents: String
    get() = get(SamplerSettingNames.samplerComponents)
    set(value) = assign(SamplerSettingNames.samplerComponents, value)

/** Interval at which [samplerComponents] are read: 100ms, 0.5s, 1min (`SAMPLER_INTERVAL`, 100ms). */
@ExperimentalTimemoryApi
public val Settings.samplerInterval: String get() = get(SamplerSettingNames.samplerInterval)

/** See [Settings.samplerInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplerInterval: String
    get() = get(SamplerSettingNames.samplerInterval)
    set(value) = assign(SamplerSettingNames.samplerInterval, value)

/** Delay before [samplerComponents] are first read: 0, 2.5s, 1min (`SAMPLER_DELAY`, 0). */
@ExperimentalTimemoryApi
public val Settings.samplerDelay: String get() = get(SamplerSettingNames.samplerDelay)

/** See [Settings.samplerDelay]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplerDelay: String
    get() = get(SamplerSettingNames.samplerDelay)
    set(value) = assign(SamplerSettingNames.samplerDelay, value)

/** Maximum number of rows of [samplerComponents]; beyond it, pairs of rows are merged (`SAMPLER_ROWS`, 4096). */
@ExperimentalTimemoryApi
public val Settings.samplerRows: Int get() = get(SamplerSettingNames.samplerRows)

/** See [Settings.samplerRows]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplerRows: Int
    get() = get(SamplerSettingNames.samplerRows)
    set(value) = assign(SamplerSettingNames.samplerRows, value)
