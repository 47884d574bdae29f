package timemory.gpu

import timemory.settings.CheckedText
import timemory.settings.Setting
import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

/** The settings of this module. Names and defaults match timemory's if it has the setting. */
internal object GpuSettingNames : SettingList() {
    val cudaEventBatchSize = add(
        number(
            "CUDA_EVENT_BATCH_SIZE",
            "Event pairs that cuda_event creates at a time, and laps after which it reads those that are complete", 5,
            1, 65_536,
        ).fixed(),
    )
    val nvtxMarkerDeviceSync = add(
        flag(
            "NVTX_MARKER_DEVICE_SYNC",
            "End ranges of nvtx_marker and roctx_marker when the whole device is idle, not only their stream", true,
        ).fixed(),
    )
    val cuptiActivityLevel = add(
        number(
            "CUPTI_ACTIVITY_LEVEL",
            "What cupti_activity records: 0 kernels, 1 also copies and memset, 2 also waits for the device, 3 also CUDA calls",
            1, 0, 3,
        ).fixed(),
    )
    val cuptiActivityKinds = add(
        Setting(
            "CUPTI_ACTIVITY_KINDS",
            "Kinds that cupti_activity records instead, by the names in `timemory avail -H`: kernel,memcpy",
            object : CheckedText("text") {
                override val allowed get() = "names of kinds, separated by commas: ${ActivityKind.NAMES.joinToString()}"

                override fun accepts(value: String) = ActivityKind.of(value) != null
            },
            "",
        ).fixed(),
    )
    val cuptiEvents =
        add(text("CUPTI_EVENTS", "Same as CUPTI_METRICS; both lists are combined", "").fixed())
    val cuptiMetrics = add(
        text(
            "CUPTI_METRICS",
            "GPU metrics that cupti_counters and cupti_profiler measure, by the names in `timemory avail -H`: dram__bytes.sum",
            "",
        ).fixed(),
    )
    val cuptiDevice =
        add(number("CUPTI_DEVICE", "GPU whose metrics are measured, by its number in `timemory avail -H`", 0, 0, 1023).fixed())
}
