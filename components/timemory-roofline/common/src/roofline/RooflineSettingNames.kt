package timemory.roofline

import timemory.internal.lean.*
import timemory.internal.text.wordsOf
import timemory.settings.CheckedText
import timemory.settings.Setting
import timemory.settings.SettingList
import timemory.settings.SettingValues
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

/** The settings of this module. Names and defaults match timemory's if it has the setting. */
internal object RooflineSettingNames : SettingList() {
    val rooflineMode = add(
        rooflineMode(
            "ROOFLINE_MODE",
            "What roofline components count: operations (op), or bytes for the arithmetic intensity (ai)", "op",
        ).fixed(),
    )
    val rooflineModeCpu =
        add(rooflineMode("ROOFLINE_MODE_CPU", "ROOFLINE_MODE for cpu_roofline components; the same if empty", "").fixed())
    val rooflineEventsCpu = add(
        text(
            "ROOFLINE_EVENTS_CPU",
            "Events that cpu_roofline components count instead of their own, each with a weight: r01c7*1,r04c7*2", "",
        ).fixed(),
    )
    val rooflineModeGpu = add(
        rooflineMode(
            "ROOFLINE_MODE_GPU",
            "ROOFLINE_MODE in the file names of gpu_roofline components, which measure both; the same if empty", "",
        ).fixed(),
    )
    val rooflineEventsGpu = add(
        text(
            "ROOFLINE_EVENTS_GPU",
            "Metrics by which gpu_roofline components count operations instead of their own, each with a weight: name.sum*512",
            "",
        ).fixed(),
    )
    val rooflineTypeLabels = add(
        flag(
            "ROOFLINE_TYPE_LABELS",
            "Name files of roofline components after data types: cpu_roofline_float_op", false,
        ).fixed(),
    )
    val rooflineTypeLabelsCpu =
        add(flag("ROOFLINE_TYPE_LABELS_CPU", "ROOFLINE_TYPE_LABELS for cpu_roofline components only", false).fixed())
    val rooflineTypeLabelsGpu =
        add(flag("ROOFLINE_TYPE_LABELS_GPU", "ROOFLINE_TYPE_LABELS for gpu_roofline components only", false).fixed())
    val instructionRoofline = add(flag("INSTRUCTION_ROOFLINE", "Count instructions in roofline components too", false).fixed())
    val ertNumThreads = add(
        number(
            "ERT_NUM_THREADS",
            "Maximum number of threads of the empirical roofline toolkit; 0 for all processors", 0, 0, 4096,
        ),
    )
    val ertNumThreadsCpu = add(number("ERT_NUM_THREADS_CPU", "ERT_NUM_THREADS for the CPU; 0 for the same", 0, 0, 4096))
    val ertNumThreadsGpu =
        add(number("ERT_NUM_THREADS_GPU", "CPU threads that launch kernels at the same time when the toolkit measures a GPU", 1, 1, 64))
    val ertNumStreams =
        add(number("ERT_NUM_STREAMS", "GPU streams in which each of these threads launches kernels, sharing the data", 1, 1, 64))
    val ertGridSize = add(
        number(
            "ERT_GRID_SIZE", "Blocks per GPU stream; 0 for as many as the GPU can run at once", 0,
            0, Int.MAX_VALUE,
        ),
    )
    val ertBlockSize = add(number("ERT_BLOCK_SIZE", "Threads per GPU block", 1024, 1, 1024))
    val ertAlignment =
        add(number("ERT_ALIGNMENT", "Alignment of the toolkit's data in bytes, a power of two", 64, 64, 4096))
    val ertMinWorkingSize =
        add(number("ERT_MIN_WORKING_SIZE", "Minimum data per thread in bytes", 64, 64, Int.MAX_VALUE))
    val ertMinWorkingSizeCpu =
        add(number("ERT_MIN_WORKING_SIZE_CPU", "ERT_MIN_WORKING_SIZE for the CPU; 0 for the same", 0, 0, Int.MAX_VALUE))
    val ertMinWorkingSizeGpu = add(
        number(
            "ERT_MIN_WORKING_SIZE_GPU", "Minimum data on a GPU in bytes, except for measurements of its caches",
            10_000_000, 64, Int.MAX_VALUE,
        ),
    )
    val ertMaxDataSize = add(
        number(
            "ERT_MAX_DATA_SIZE",
            "Maximum data of all threads in bytes; 0 for eight times the last-level cache, or five times for a one-minute run",
            0, 0, Int.MAX_VALUE,
        ),
    )
    val ertMaxDataSizeCpu = add(number("ERT_MAX_DATA_SIZE_CPU", "ERT_MAX_DATA_SIZE for the CPU; 0 for the same", 0, 0, Int.MAX_VALUE))
    val ertMaxDataSizeGpu =
        add(number("ERT_MAX_DATA_SIZE_GPU", "Maximum data on a GPU in bytes", 500_000_000, 64, Int.MAX_VALUE))
    val ertSkipOps = add(
        Setting(
            "ERT_SKIP_OPS",
            "Numbers of operations per element that the toolkit skips: 4,16",
            object : CheckedText("numbers") {
                override val allowed get() = "whole numbers above 0, separated by commas"

                override fun accepts(value: String) = wordsOf(value).all { word -> (word.toIntOrNull() ?: 0) > 0 }
            },
            "",
        ),
    )
}

/** Creates a setting with the values `op` and `ai`, and timemory's aliases for them; empty is allowed only if it is the default. */
private fun rooflineMode(name: String, description: String, default: String): Setting<String> =
    Setting(name, description, RooflineModes(default), default)

private class RooflineModes(private val default: String) : SettingValues<String>("choice") {
    override val allowed: String get() = "one of op, ai"

    override fun parse(text: String): String? = when (text.lowercase()) {
        "op", "hw", "counters" -> "op"
        "ai", "ac", "activity" -> "ai"
        else -> text.takeIf { it.isEmpty() && default.isEmpty() }
    }

    override fun accepts(value: String): Boolean = value == "op" || value == "ai" || value == default
}
