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

/** The settings of this module. Names and defaults are timemory's where it has the setting. */
internal object RooflineSettingNames : SettingList() {
    val rooflineMode = add(
        rooflineMode(
            "ROOFLINE_MODE",
            "What events roofline components count: operations, op, or the bytes that arithmetic intensity is made of, ai", "op",
        ).fixed(),
    )
    val rooflineModeCpu =
        add(rooflineMode("ROOFLINE_MODE_CPU", "As ROOFLINE_MODE, for cpu_roofline components; the same if empty", "").fixed())
    val rooflineEventsCpu = add(
        text(
            "ROOFLINE_EVENTS_CPU",
            "The events that cpu_roofline components count instead of their own: r01c7*1,r04c7*2, a weight after each", "",
        ).fixed(),
    )
    val rooflineModeGpu = add(
        rooflineMode(
            "ROOFLINE_MODE_GPU",
            "As ROOFLINE_MODE, in names of files of gpu_roofline components, which measure both at once; the same if empty", "",
        ).fixed(),
    )
    val rooflineEventsGpu = add(
        text(
            "ROOFLINE_EVENTS_GPU",
            "The metrics that gpu_roofline components count operations by instead of their own, a weight after each: name.sum*512",
            "",
        ).fixed(),
    )
    val rooflineTypeLabels = add(
        flag(
            "ROOFLINE_TYPE_LABELS",
            "Whether files of roofline components are named after data types: cpu_roofline_float_op", false,
        ).fixed(),
    )
    val rooflineTypeLabelsCpu =
        add(flag("ROOFLINE_TYPE_LABELS_CPU", "As ROOFLINE_TYPE_LABELS, for cpu_roofline components alone", false).fixed())
    val rooflineTypeLabelsGpu =
        add(flag("ROOFLINE_TYPE_LABELS_GPU", "As ROOFLINE_TYPE_LABELS, for gpu_roofline components alone", false).fixed())
    val instructionRoofline = add(flag("INSTRUCTION_ROOFLINE", "Whether roofline components count instructions as well", false).fixed())
    val ertNumThreads = add(
        number(
            "ERT_NUM_THREADS",
            "The most threads that the empirical roofline toolkit measures with, 0 for all processors", 0, 0, 4096,
        ),
    )
    val ertNumThreadsCpu = add(number("ERT_NUM_THREADS_CPU", "As ERT_NUM_THREADS, for the CPU; 0 for the same", 0, 0, 4096))
    val ertNumThreadsGpu =
        add(number("ERT_NUM_THREADS_GPU", "How many threads of the CPU launch kernels at once where the toolkit measures a GPU", 1, 1, 64))
    val ertNumStreams =
        add(number("ERT_NUM_STREAMS", "In how many streams of the GPU each of them launches kernels, sharing the data", 1, 1, 64))
    val ertGridSize = add(
        number(
            "ERT_GRID_SIZE", "How many blocks kernels on the GPU have in each stream, 0 for as many as it runs at once", 0,
            0, Int.MAX_VALUE,
        ),
    )
    val ertBlockSize = add(number("ERT_BLOCK_SIZE", "How many threads a block on the GPU has", 1024, 1, 1024))
    val ertAlignment =
        add(number("ERT_ALIGNMENT", "Where the toolkit's data begin: at a multiple of so many bytes, a power of two", 64, 64, 4096))
    val ertMinWorkingSize =
        add(number("ERT_MIN_WORKING_SIZE", "The least data of a thread that the toolkit measures with, in bytes", 64, 64, Int.MAX_VALUE))
    val ertMinWorkingSizeCpu =
        add(number("ERT_MIN_WORKING_SIZE_CPU", "As ERT_MIN_WORKING_SIZE, for the CPU; 0 for the same", 0, 0, Int.MAX_VALUE))
    val ertMinWorkingSizeGpu = add(
        number(
            "ERT_MIN_WORKING_SIZE_GPU", "The least data that a GPU is measured with, in bytes, but for what is to stay in its caches",
            10_000_000, 64, Int.MAX_VALUE,
        ),
    )
    val ertMaxDataSize = add(
        number(
            "ERT_MAX_DATA_SIZE",
            "The most data of all threads that the toolkit measures with, in bytes; 0 for eight times the last-level cache, " +
                "or five times where it is to take a minute",
            0, 0, Int.MAX_VALUE,
        ),
    )
    val ertMaxDataSizeCpu = add(number("ERT_MAX_DATA_SIZE_CPU", "As ERT_MAX_DATA_SIZE, for the CPU; 0 for the same", 0, 0, Int.MAX_VALUE))
    val ertMaxDataSizeGpu =
        add(number("ERT_MAX_DATA_SIZE_GPU", "The most data that a GPU is measured with, in bytes", 500_000_000, 64, Int.MAX_VALUE))
    val ertSkipOps = add(
        Setting(
            "ERT_SKIP_OPS",
            "Numbers of operations for each element that the toolkit does not measure: 4,16",
            object : CheckedText("numbers") {
                override val allowed get() = "whole numbers above 0, separated by commas"

                override fun accepts(value: String) = wordsOf(value).all { word -> (word.toIntOrNull() ?: 0) > 0 }
            },
            "",
        ),
    )
}

/** `op` or `ai`, also by the other names that timemory has for them; empty only where that is the default. */
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
