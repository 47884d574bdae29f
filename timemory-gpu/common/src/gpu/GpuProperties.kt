@file:kotlin.jvm.JvmName("GpuProperties")

package timemory.gpu

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * How many pairs of events [CudaEvent] makes at once, and after how many laps it reads those that are done (`CUDA_EVENT_BATCH_SIZE`, 5).
 */
public val Settings.cudaEventBatchSize: Int get() = get(GpuSettingNames.cudaEventBatchSize)

/** As [Settings.cudaEventBatchSize]. */
public var SettingsBuilder.cudaEventBatchSize: Int
    get() = get(GpuSettingNames.cudaEventBatchSize)
    set(value) = assign(GpuSettingNames.cudaEventBatchSize, value)

/** Whether [NvtxMarker] ends a range when the whole device is done, and not only its stream (`NVTX_MARKER_DEVICE_SYNC`, true). */
public val Settings.nvtxMarkerDeviceSync: Boolean get() = get(GpuSettingNames.nvtxMarkerDeviceSync)

/** As [Settings.nvtxMarkerDeviceSync]. */
public var SettingsBuilder.nvtxMarkerDeviceSync: Boolean
    get() = get(GpuSettingNames.nvtxMarkerDeviceSync)
    set(value) = assign(GpuSettingNames.nvtxMarkerDeviceSync, value)

/** What [CuptiActivity] records (`CUPTI_ACTIVITY_LEVEL`, 1): 0 kernels, 1 copies too, 2 waiting for the device too, 3 calls of CUDA too. */
public val Settings.cuptiActivityLevel: Int get() = get(GpuSettingNames.cuptiActivityLevel)

/** As [Settings.cuptiActivityLevel]. */
public var SettingsBuilder.cuptiActivityLevel: Int
    get() = get(GpuSettingNames.cuptiActivityLevel)
    set(value) = assign(GpuSettingNames.cuptiActivityLevel, value)

/** What [CuptiActivity] records instead, by the names of the kinds (`CUPTI_ACTIVITY_KINDS`, empty). */
public val Settings.cuptiActivityKinds: String get() = get(GpuSettingNames.cuptiActivityKinds)

/** As [Settings.cuptiActivityKinds]. */
public var SettingsBuilder.cuptiActivityKinds: String
    get() = get(GpuSettingNames.cuptiActivityKinds)
    set(value) = assign(GpuSettingNames.cuptiActivityKinds, value)

/** As [cuptiMetrics], and taken together with them (`CUPTI_EVENTS`, empty). */
public val Settings.cuptiEvents: String get() = get(GpuSettingNames.cuptiEvents)

/** As [Settings.cuptiEvents]. */
public var SettingsBuilder.cuptiEvents: String
    get() = get(GpuSettingNames.cuptiEvents)
    set(value) = assign(GpuSettingNames.cuptiEvents, value)

/** The metrics of GPUs that [CuptiCounters] and [CuptiProfiler] measure, by their names, separated by commas (`CUPTI_METRICS`, empty). */
public val Settings.cuptiMetrics: String get() = get(GpuSettingNames.cuptiMetrics)

/** As [Settings.cuptiMetrics]. */
public var SettingsBuilder.cuptiMetrics: String
    get() = get(GpuSettingNames.cuptiMetrics)
    set(value) = assign(GpuSettingNames.cuptiMetrics, value)

/** The number of the GPU whose metrics are measured (`CUPTI_DEVICE`, 0). */
public val Settings.cuptiDevice: Int get() = get(GpuSettingNames.cuptiDevice)

/** As [Settings.cuptiDevice]. */
public var SettingsBuilder.cuptiDevice: Int
    get() = get(GpuSettingNames.cuptiDevice)
    set(value) = assign(GpuSettingNames.cuptiDevice, value)
