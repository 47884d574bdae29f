// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from GpuSettingNames.kt.

@file:kotlin.jvm.JvmName("GpuProperties")

package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Event pairs that cuda_event creates at a time, and laps after which it reads those that are complete (`CUDA_EVENT_BATCH_SIZE`, 5). */
@ExperimentalTimemoryApi
public val Settings.cudaEventBatchSize: Int get() = get(GpuSettingNames.cudaEventBatchSize)

/** See [Settings.cudaEventBatchSize]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.cudaEventBatchSize: Int
    get() = get(GpuSettingNames.cudaEventBatchSize)
    set(value) = assign(GpuSettingNames.cudaEventBatchSize, value)

/** End ranges of nvtx_marker and roctx_marker when the whole device is idle, not only their stream (`NVTX_MARKER_DEVICE_SYNC`, true). */
@ExperimentalTimemoryApi
public val Settings.nvtxMarkerDeviceSync: Boolean get() = get(GpuSettingNames.nvtxMarkerDeviceSync)

/** See [Settings.nvtxMarkerDeviceSync]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.nvtxMarkerDeviceSync: Boolean
    get() = get(GpuSettingNames.nvtxMarkerDeviceSync)
    set(value) = assign(GpuSettingNames.nvtxMarkerDeviceSync, value)

/**
 * What cupti_activity records: 0 kernels, 1 also copies and memset, 2 also waits for the device, 3 also CUDA calls (`CUPTI_ACTIVITY_LEVEL`,
 * 1).
 */
@ExperimentalTimemoryApi
public val Settings.cuptiActivityLevel: Int get() = get(GpuSettingNames.cuptiActivityLevel)

/** See [Settings.cuptiActivityLevel]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.cuptiActivityLevel: Int
    get() = get(GpuSettingNames.cuptiActivityLevel)
    set(value) = assign(GpuSettingNames.cuptiActivityLevel, value)

/** Kinds that cupti_activity records instead, by the names in `timemory avail -H`: kernel,memcpy (`CUPTI_ACTIVITY_KINDS`, empty). */
@ExperimentalTimemoryApi
public val Settings.cuptiActivityKinds: String get() = get(GpuSettingNames.cuptiActivityKinds)

/** See [Settings.cuptiActivityKinds]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.cuptiActivityKinds: String
    get() = get(GpuSettingNames.cuptiActivityKinds)
    set(value) = assign(GpuSettingNames.cuptiActivityKinds, value)

/** Same as [cuptiMetrics]; both lists are combined (`CUPTI_EVENTS`, empty). */
@ExperimentalTimemoryApi
public val Settings.cuptiEvents: String get() = get(GpuSettingNames.cuptiEvents)

/** See [Settings.cuptiEvents]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.cuptiEvents: String
    get() = get(GpuSettingNames.cuptiEvents)
    set(value) = assign(GpuSettingNames.cuptiEvents, value)

/**
 * GPU metrics that cupti_counters and cupti_profiler measure, by the names in `timemory avail -H`: dram__bytes.sum (`CUPTI_METRICS`,
 * empty).
 */
@ExperimentalTimemoryApi
public val Settings.cuptiMetrics: String get() = get(GpuSettingNames.cuptiMetrics)

/** See [Settings.cuptiMetrics]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.cuptiMetrics: String
    get() = get(GpuSettingNames.cuptiMetrics)
    set(value) = assign(GpuSettingNames.cuptiMetrics, value)

/** GPU whose metrics are measured, by its number in `timemory avail -H` (`CUPTI_DEVICE`, 0). */
@ExperimentalTimemoryApi
public val Settings.cuptiDevice: Int get() = get(GpuSettingNames.cuptiDevice)

/** See [Settings.cuptiDevice]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.cuptiDevice: Int
    get() = get(GpuSettingNames.cuptiDevice)
    set(value) = assign(GpuSettingNames.cuptiDevice, value)
