// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from RooflineSettingNames.kt.

@file:kotlin.jvm.JvmName("RooflineProperties")

package timemory.roofline

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** What roofline components count: operations (op), or bytes for the arithmetic intensity (ai) (`ROOFLINE_MODE`, op). */
@ExperimentalTimemoryApi
public val Settings.rooflineMode: String get() = get(RooflineSettingNames.rooflineMode)

/** See [Settings.rooflineMode]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineMode: String
    get() = get(RooflineSettingNames.rooflineMode)
    set(value) = assign(RooflineSettingNames.rooflineMode, value)

/** [rooflineMode] for cpu_roofline components; the same if empty (`ROOFLINE_MODE_CPU`, empty). */
@ExperimentalTimemoryApi
public val Settings.rooflineModeCpu: String get() = get(RooflineSettingNames.rooflineModeCpu)

/** See [Settings.rooflineModeCpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineModeCpu: String
    get() = get(RooflineSettingNames.rooflineModeCpu)
    set(value) = assign(RooflineSettingNames.rooflineModeCpu, value)

/** Events that cpu_roofline components count instead of their own, each with a weight: r01c7*1,r04c7*2 (`ROOFLINE_EVENTS_CPU`, empty). */
@ExperimentalTimemoryApi
public val Settings.rooflineEventsCpu: String get() = get(RooflineSettingNames.rooflineEventsCpu)

/** See [Settings.rooflineEventsCpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineEventsCpu: String
    get() = get(RooflineSettingNames.rooflineEventsCpu)
    set(value) = assign(RooflineSettingNames.rooflineEventsCpu, value)

/** [rooflineMode] in the file names of gpu_roofline components, which measure both; the same if empty (`ROOFLINE_MODE_GPU`, empty). */
@ExperimentalTimemoryApi
public val Settings.rooflineModeGpu: String get() = get(RooflineSettingNames.rooflineModeGpu)

/** See [Settings.rooflineModeGpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineModeGpu: String
    get() = get(RooflineSettingNames.rooflineModeGpu)
    set(value) = assign(RooflineSettingNames.rooflineModeGpu, value)

/**
 * Metrics by which gpu_roofline components count operations instead of their own, each with a weight: name.sum*512 (`ROOFLINE_EVENTS_GPU`,
 * empty).
 */
@ExperimentalTimemoryApi
public val Settings.rooflineEventsGpu: String get() = get(RooflineSettingNames.rooflineEventsGpu)

/** See [Settings.rooflineEventsGpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineEventsGpu: String
    get() = get(RooflineSettingNames.rooflineEventsGpu)
    set(value) = assign(RooflineSettingNames.rooflineEventsGpu, value)

/** Name files of roofline components after data types: cpu_roofline_float_op (`ROOFLINE_TYPE_LABELS`, false). */
@ExperimentalTimemoryApi
public val Settings.rooflineTypeLabels: Boolean get() = get(RooflineSettingNames.rooflineTypeLabels)

/** See [Settings.rooflineTypeLabels]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineTypeLabels: Boolean
    get() = get(RooflineSettingNames.rooflineTypeLabels)
    set(value) = assign(RooflineSettingNames.rooflineTypeLabels, value)

/** [rooflineTypeLabels] for cpu_roofline components only (`ROOFLINE_TYPE_LABELS_CPU`, false). */
@ExperimentalTimemoryApi
public val Settings.rooflineTypeLabelsCpu: Boolean get() = get(RooflineSettingNames.rooflineTypeLabelsCpu)

/** See [Settings.rooflineTypeLabelsCpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineTypeLabelsCpu: Boolean
    get() = get(RooflineSettingNames.rooflineTypeLabelsCpu)
    set(value) = assign(RooflineSettingNames.rooflineTypeLabelsCpu, value)

/** [rooflineTypeLabels] for gpu_roofline components only (`ROOFLINE_TYPE_LABELS_GPU`, false). */
@ExperimentalTimemoryApi
public val Settings.rooflineTypeLabelsGpu: Boolean get() = get(RooflineSettingNames.rooflineTypeLabelsGpu)

/** See [Settings.rooflineTypeLabelsGpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.rooflineTypeLabelsGpu: Boolean
    get() = get(RooflineSettingNames.rooflineTypeLabelsGpu)
    set(value) = assign(RooflineSettingNames.rooflineTypeLabelsGpu, value)

/** Count instructions in roofline components too (`INSTRUCTION_ROOFLINE`, false). */
@ExperimentalTimemoryApi
public val Settings.instructionRoofline: Boolean get() = get(RooflineSettingNames.instructionRoofline)

/** See [Settings.instructionRoofline]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.instructionRoofline: Boolean
    get() = get(RooflineSettingNames.instructionRoofline)
    set(value) = assign(RooflineSettingNames.instructionRoofline, value)

/** Maximum number of threads of the empirical roofline toolkit; 0 for all processors (`ERT_NUM_THREADS`, 0). */
@ExperimentalTimemoryApi
public val Settings.ertNumThreads: Int get() = get(RooflineSettingNames.ertNumThreads)

/** See [Settings.ertNumThreads]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertNumThreads: Int
    get() = get(RooflineSettingNames.ertNumThreads)
    set(value) = assign(RooflineSettingNames.ertNumThreads, value)

/** [ertNumThreads] for the CPU; 0 for the same (`ERT_NUM_THREADS_CPU`, 0). */
@ExperimentalTimemoryApi
public val Settings.ertNumThreadsCpu: Int get() = get(RooflineSettingNames.ertNumThreadsCpu)

/** See [Settings.ertNumThreadsCpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertNumThreadsCpu: Int
    get() = get(RooflineSettingNames.ertNumThreadsCpu)
    set(value) = assign(RooflineSettingNames.ertNumThreadsCpu, value)

/** CPU threads that launch kernels at the same time when the toolkit measures a GPU (`ERT_NUM_THREADS_GPU`, 1). */
@ExperimentalTimemoryApi
public val Settings.ertNumThreadsGpu: Int get() = get(RooflineSettingNames.ertNumThreadsGpu)

/** See [Settings.ertNumThreadsGpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertNumThreadsGpu: Int
    get() = get(RooflineSettingNames.ertNumThreadsGpu)
    set(value) = assign(RooflineSettingNames.ertNumThreadsGpu, value)

/** GPU streams in which each of these threads launches kernels, sharing the data (`ERT_NUM_STREAMS`, 1). */
@ExperimentalTimemoryApi
public val Settings.ertNumStreams: Int get() = get(RooflineSettingNames.ertNumStreams)

/** See [Settings.ertNumStreams]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertNumStreams: Int
    get() = get(RooflineSettingNames.ertNumStreams)
    set(value) = assign(RooflineSettingNames.ertNumStreams, value)

/** Blocks per GPU stream; 0 for as many as the GPU can run at once (`ERT_GRID_SIZE`, 0). */
@ExperimentalTimemoryApi
public val Settings.ertGridSize: Int get() = get(RooflineSettingNames.ertGridSize)

/** See [Settings.ertGridSize]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertGridSize: Int
    get() = get(RooflineSettingNames.ertGridSize)
    set(value) = assign(RooflineSettingNames.ertGridSize, value)

/** Threads per GPU block (`ERT_BLOCK_SIZE`, 1024). */
@ExperimentalTimemoryApi
public val Settings.ertBlockSize: Int get() = get(RooflineSettingNames.ertBlockSize)

/** See [Settings.ertBlockSize]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertBlockSize: Int
    get() = get(RooflineSettingNames.ertBlockSize)
    set(value) = assign(RooflineSettingNames.ertBlockSize, value)

/** Alignment of the toolkit's data in bytes, a power of two (`ERT_ALIGNMENT`, 64). */
@ExperimentalTimemoryApi
public val Settings.ertAlignment: Int get() = get(RooflineSettingNames.ertAlignment)

/** See [Settings.ertAlignment]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertAlignment: Int
    get() = get(RooflineSettingNames.ertAlignment)
    set(value) = assign(RooflineSettingNames.ertAlignment, value)

/** Minimum data per thread in bytes (`ERT_MIN_WORKING_SIZE`, 64). */
@ExperimentalTimemoryApi
public val Settings.ertMinWorkingSize: Int get() = get(RooflineSettingNames.ertMinWorkingSize)

/** See [Settings.ertMinWorkingSize]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertMinWorkingSize: Int
    get() = get(RooflineSettingNames.ertMinWorkingSize)
    set(value) = assign(RooflineSettingNames.ertMinWorkingSize, value)

/** [ertMinWorkingSize] for the CPU; 0 for the same (`ERT_MIN_WORKING_SIZE_CPU`, 0). */
@ExperimentalTimemoryApi
public val Settings.ertMinWorkingSizeCpu: Int get() = get(RooflineSettingNames.ertMinWorkingSizeCpu)

/** See [Settings.ertMinWorkingSizeCpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertMinWorkingSizeCpu: Int
    get() = get(RooflineSettingNames.ertMinWorkingSizeCpu)
    set(value) = assign(RooflineSettingNames.ertMinWorkingSizeCpu, value)

/** Minimum data on a GPU in bytes, except for measurements of its caches (`ERT_MIN_WORKING_SIZE_GPU`, 10,000,000). */
@ExperimentalTimemoryApi
public val Settings.ertMinWorkingSizeGpu: Int get() = get(RooflineSettingNames.ertMinWorkingSizeGpu)

/** See [Settings.ertMinWorkingSizeGpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertMinWorkingSizeGpu: Int
    get() = get(RooflineSettingNames.ertMinWorkingSizeGpu)
    set(value) = assign(RooflineSettingNames.ertMinWorkingSizeGpu, value)

/**
 * Maximum data of all threads in bytes; 0 for eight times the last-level cache, or five times for a one-minute run (`ERT_MAX_DATA_SIZE`,
 * 0).
 */
@ExperimentalTimemoryApi
public val Settings.ertMaxDataSize: Int get() = get(RooflineSettingNames.ertMaxDataSize)

/** See [Settings.ertMaxDataSize]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertMaxDataSize: Int
    get() = get(RooflineSettingNames.ertMaxDataSize)
    set(value) = assign(RooflineSettingNames.ertMaxDataSize, value)

/** [ertMaxDataSize] for the CPU; 0 for the same (`ERT_MAX_DATA_SIZE_CPU`, 0). */
@ExperimentalTimemoryApi
public val Settings.ertMaxDataSizeCpu: Int get() = get(RooflineSettingNames.ertMaxDataSizeCpu)

/** See [Settings.ertMaxDataSizeCpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertMaxDataSizeCpu: Int
    get() = get(RooflineSettingNames.ertMaxDataSizeCpu)
    set(value) = assign(RooflineSettingNames.ertMaxDataSizeCpu, value)

/** Maximum data on a GPU in bytes (`ERT_MAX_DATA_SIZE_GPU`, 500,000,000). */
@ExperimentalTimemoryApi
public val Settings.ertMaxDataSizeGpu: Int get() = get(RooflineSettingNames.ertMaxDataSizeGpu)

/** See [Settings.ertMaxDataSizeGpu]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertMaxDataSizeGpu: Int
    get() = get(RooflineSettingNames.ertMaxDataSizeGpu)
    set(value) = assign(RooflineSettingNames.ertMaxDataSizeGpu, value)

/** Numbers of operations per element that the toolkit skips: 4,16 (`ERT_SKIP_OPS`, empty). */
@ExperimentalTimemoryApi
public val Settings.ertSkipOps: String get() = get(RooflineSettingNames.ertSkipOps)

/** See [Settings.ertSkipOps]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.ertSkipOps: String
    get() = get(RooflineSettingNames.ertSkipOps)
    set(value) = assign(RooflineSettingNames.ertSkipOps, value)
