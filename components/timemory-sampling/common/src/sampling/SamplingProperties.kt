// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from SamplingSettingNames.kt.

@file:kotlin.jvm.JvmName("SamplingProperties")

package timemory.sampling

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** What to sample in the whole program, inside and outside of regions: cpu,alloc (`SAMPLING`, none). */
@ExperimentalTimemoryApi
public val Settings.sampling: String get() = get(SamplingSettingNames.sampling)

/** See [Settings.sampling]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.sampling: String
    get() = get(SamplingSettingNames.sampling)
    set(value) = assign(SamplingSettingNames.sampling, value)

/** Samples per second of each thread's CPU time or elapsed time (`SAMPLING_FREQ`, 100). */
@ExperimentalTimemoryApi
public val Settings.samplingFreq: Int get() = get(SamplingSettingNames.samplingFreq)

/** See [Settings.samplingFreq]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingFreq: Int
    get() = get(SamplingSettingNames.samplingFreq)
    set(value) = assign(SamplingSettingNames.samplingFreq, value)

/** Delay in seconds before sampling starts, such as 2.5 (`SAMPLING_DELAY`, 0). */
@ExperimentalTimemoryApi
public val Settings.samplingDelay: String get() = get(SamplingSettingNames.samplingDelay)

/** See [Settings.samplingDelay]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingDelay: String
    get() = get(SamplingSettingNames.samplingDelay)
    set(value) = assign(SamplingSettingNames.samplingDelay, value)

/** Mean number of allocated bytes between two samples by async-profiler (`SAMPLING_ALLOC_INTERVAL`, 524,288). */
@ExperimentalTimemoryApi
public val Settings.samplingAllocInterval: Int get() = get(SamplingSettingNames.samplingAllocInterval)

/** See [Settings.samplingAllocInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingAllocInterval: Int
    get() = get(SamplingSettingNames.samplingAllocInterval)
    set(value) = assign(SamplingSettingNames.samplingAllocInterval, value)

/**
 * Microseconds of waiting for locks between two samples by async-profiler; minimum wait that the Flight Recorder records
 * (`SAMPLING_LOCK_INTERVAL`, 10).
 */
@ExperimentalTimemoryApi
public val Settings.samplingLockInterval: Int get() = get(SamplingSettingNames.samplingLockInterval)

/** See [Settings.samplingLockInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingLockInterval: Int
    get() = get(SamplingSettingNames.samplingLockInterval)
    set(value) = assign(SamplingSettingNames.samplingLockInterval, value)

/**
 * Sampling engine: async-profiler or the Flight Recorder (jfr); auto uses async-profiler if it is on the class path (`SAMPLING_ENGINE`,
 * auto).
 */
@ExperimentalTimemoryApi
public val Settings.samplingEngine: String get() = get(SamplingSettingNames.samplingEngine)

/** See [Settings.samplingEngine]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingEngine: String
    get() = get(SamplingSettingNames.samplingEngine)
    set(value) = assign(SamplingSettingNames.samplingEngine, value)

/** Maximum number of functions shown below a region; the outermost are kept (`SAMPLING_DEPTH`, 64). */
@ExperimentalTimemoryApi
public val Settings.samplingDepth: Int get() = get(SamplingSettingNames.samplingDepth)

/** See [Settings.samplingDepth]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingDepth: Int
    get() = get(SamplingSettingNames.samplingDepth)
    set(value) = assign(SamplingSettingNames.samplingDepth, value)

/** Show the functions found by samples below regions (`SAMPLING_FRAMES`, true). */
@ExperimentalTimemoryApi
public val Settings.samplingFrames: Boolean get() = get(SamplingSettingNames.samplingFrames)

/** See [Settings.samplingFrames]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.samplingFrames: Boolean
    get() = get(SamplingSettingNames.samplingFrames)
    set(value) = assign(SamplingSettingNames.samplingFrames, value)
