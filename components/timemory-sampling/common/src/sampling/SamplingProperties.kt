// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from SamplingSettingNames.kt.

@file:kotlin.jvm.JvmName("SamplingProperties")

package timemory.sampling

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** What is sampled in the whole program, in all regions and outside of them: cpu,alloc (`SAMPLING`, none). */
@ExperimentalTimemoryApi
public val Settings.sampling: String get() = get(SamplingSettingNames.sampling)

/** As [Settings.sampling]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.sampling: String
    get() = get(SamplingSettingNames.sampling)
    set(value) = assign(SamplingSettingNames.sampling, value)

/** How many samples are taken in a second of each thread: of its CPU time, or of its elapsed time (`SAMPLING_FREQ`, 100). */
@ExperimentalTimemoryApi
public val Settings.samplingFreq: Int get() = get(SamplingSettingNames.samplingFreq)

/** As [Settings.samplingFreq]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingFreq: Int
    get() = get(SamplingSettingNames.samplingFreq)
    set(value) = assign(SamplingSettingNames.samplingFreq, value)

/** How many seconds after they are first wanted samples are taken, with a fraction or without (`SAMPLING_DELAY`, 0). */
@ExperimentalTimemoryApi
public val Settings.samplingDelay: String get() = get(SamplingSettingNames.samplingDelay)

/** As [Settings.samplingDelay]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingDelay: String
    get() = get(SamplingSettingNames.samplingDelay)
    set(value) = assign(SamplingSettingNames.samplingDelay, value)

/** Of how many bytes that are allocated async-profiler takes a sample, on average (`SAMPLING_ALLOC_INTERVAL`, 524,288). */
@ExperimentalTimemoryApi
public val Settings.samplingAllocInterval: Int get() = get(SamplingSettingNames.samplingAllocInterval)

/** As [Settings.samplingAllocInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingAllocInterval: Int
    get() = get(SamplingSettingNames.samplingAllocInterval)
    set(value) = assign(SamplingSettingNames.samplingAllocInterval, value)

/**
 * Of how many microseconds that threads wait for locks async-profiler takes a sample; the Flight Recorder records waits as long
 * (`SAMPLING_LOCK_INTERVAL`, 10).
 */
@ExperimentalTimemoryApi
public val Settings.samplingLockInterval: Int get() = get(SamplingSettingNames.samplingLockInterval)

/** As [Settings.samplingLockInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingLockInterval: Int
    get() = get(SamplingSettingNames.samplingLockInterval)
    set(value) = assign(SamplingSettingNames.samplingLockInterval, value)

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
