package timemory.gpu

import timemory.settings.CheckedText
import timemory.settings.Setting
import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

/** The settings of this module. Names and defaults are timemory's where it has the setting. */
internal object GpuSettingNames : SettingList() {
    val cudaEventBatchSize = add(
        number(
            "CUDA_EVENT_BATCH_SIZE",
            "How many pairs of events cuda_event makes at once, and after how many laps it reads those that are done", 5,
            1, 65_536,
        ).fixed(),
    )
    val nvtxMarkerDeviceSync = add(
        flag(
            "NVTX_MARKER_DEVICE_SYNC",
            "Whether nvtx_marker and roctx_marker end a range when the whole device is done, and not only the stream it began with", true,
        ).fixed(),
    )
    val cuptiActivityLevel = add(
        number(
            "CUPTI_ACTIVITY_LEVEL",
            "What cupti_activity records: 0 kernels, 1 copies and memset too, 2 waiting for the device too, 3 calls of CUDA too",
            1, 0, 3,
        ).fixed(),
    )
    val cuptiActivityKinds = add(
        Setting(
            "CUPTI_ACTIVITY_KINDS",
            "What cupti_activity records instead, by the names of `timemory avail -H`: kernel,memcpy",
            object : CheckedText("text") {
                override val allowed get() = "names of kinds, separated by commas: ${ActivityKind.NAMES.joinToString()}"

                override fun accepts(value: String) = ActivityKind.of(value) != null
            },
            "",
        ).fixed(),
    )
    val cuptiEvents =
        add(text("CUPTI_EVENTS", "As CUPTI_METRICS: CUPTI knows metrics alone, and both lists are taken together", "").fixed())
    val cuptiMetrics = add(
        text(
            "CUPTI_METRICS",
            "The metrics of GPUs that cupti_counters and cupti_profiler measure, by the names of `timemory avail -H`: dram__bytes.sum",
            "",
        ).fixed(),
    )
    val cuptiDevice =
        add(number("CUPTI_DEVICE", "The GPU whose metrics are measured, by its number in `timemory avail -H`", 0, 0, 1023).fixed())
}
