// Written by 'java timemory-dsl/settings/SettingProperties.java' from SamplingSettingNames.kt.

@file:kotlin.jvm.JvmName("SamplingProperties")

package timemory.sampling

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** What is sampled in the whole program, in all regions and outside of them (`SAMPLING`, none). */
@ExperimentalTimemoryApi
public val Settings.sampling: String get() = get(SamplingSettingNames.sampling)

/** As [Settings.sampling]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.sampling: String
    get() = get(SamplingSettingNames.sampling)
    set(value) = assign(SamplingSettingNames.sampling, value)

/** How many samples are taken in a second of CPU time of each thread (`SAMPLING_FREQ`, 100). */
@ExperimentalTimemoryApi
public val Settings.samplingFreq: Int get() = get(SamplingSettingNames.samplingFreq)

/** As [Settings.samplingFreq]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingFreq: Int
    get() = get(SamplingSettingNames.samplingFreq)
    set(value) = assign(SamplingSettingNames.samplingFreq, value)

/**
 * What takes samples: async-profiler where it is on the class path and else the Flight Recorder (auto), or one of the two
 * (`SAMPLING_ENGINE`, auto).
 */
@ExperimentalTimemoryApi
public val Settings.samplingEngine: String get() = get(SamplingSettingNames.samplingEngine)

/** As [Settings.samplingEngine]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingEngine: String
    get() = get(SamplingSettingNames.samplingEngine)
    set(value) = assign(SamplingSettingNames.samplingEngine, value)

/** How many functions below a region are shown at the most, the outermost ones (`SAMPLING_DEPTH`, 64). */
@ExperimentalTimemoryApi
public val Settings.samplingDepth: Int get() = get(SamplingSettingNames.samplingDepth)

/** As [Settings.samplingDepth]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingDepth: Int
    get() = get(SamplingSettingNames.samplingDepth)
    set(value) = assign(SamplingSettingNames.samplingDepth, value)

/** Whether the functions that samples found are shown below regions (`SAMPLING_FRAMES`, true). */
@ExperimentalTimemoryApi
public val Settings.samplingFrames: Boolean get() = get(SamplingSettingNames.samplingFrames)

/** As [Settings.samplingFrames]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingFrames: Boolean
    get() = get(SamplingSettingNames.samplingFrames)
    set(value) = assign(SamplingSettingNames.samplingFrames, value)
