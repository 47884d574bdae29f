package timemory.sampling

import timemory.internal.callgraph.SessionHooks
import timemory.settings.CheckedText
import timemory.settings.Setting
import timemory.settings.SettingList
import timemory.settings.choice
import timemory.settings.flag
import timemory.settings.number

/** The settings of this module. */
internal object SamplingSettingNames : SettingList() {
    val sampling = add(
        Setting(
            "SAMPLING",
            "What is sampled in the whole program, in all regions and outside of them: cpu,alloc",
            object : CheckedText("list") {
                override val allowed get() = "none, or some of ${SampleKind.entries.joinToString { it.id }}, separated by commas"

                override fun accepts(value: String) = SampleKind.named(value) != null
            },
            "none",
        ).fixed(),
    )
    val samplingFreq = add(
        number(
            "SAMPLING_FREQ", "How many samples are taken in a second of each thread: of its CPU time, or of its elapsed time",
            100, 1, 10_000,
        ).fixed(),
    )
    val samplingDelay = add(
        Setting(
            "SAMPLING_DELAY",
            "How many seconds after they are first wanted samples are taken, with a fraction or without",
            object : CheckedText("seconds") {
                override val allowed get() = "seconds from 0 to 1000000"

                override fun accepts(value: String) = (value.toDoubleOrNull() ?: -1.0) in 0.0..1_000_000.0
            },
            "0",
        ).fixed(),
    )
    val samplingAllocInterval = add(
        number(
            "SAMPLING_ALLOC_INTERVAL", "Of how many bytes that are allocated async-profiler takes a sample, on average",
            524_288, 1, Int.MAX_VALUE,
        ).fixed(),
    )
    val samplingLockInterval = add(
        number(
            "SAMPLING_LOCK_INTERVAL",
            "Of how many microseconds that threads wait for locks async-profiler takes a sample; the Flight Recorder records waits as long",
            10, 0, 10_000_000,
        ).fixed(),
    )
    val samplingEngine = add(
        choice(
            "SAMPLING_ENGINE",
            "What takes samples: async-profiler where it is on the class path and else the Flight Recorder (auto), or one of the two",
            "auto", listOf(ASYNC_PROFILER, FLIGHT_RECORDER),
        ).fixed(),
    )
    val samplingDepth = add(
        number("SAMPLING_DEPTH", "How many functions below a region are shown at the most, the outermost ones", 64, 1, 2048).fixed(),
    )
    val samplingFrames = add(flag("SAMPLING_FRAMES", "Whether the functions that samples found are shown below regions", true).fixed())

    init {
        // Whoever asks for a setting of this module has it loaded before the session begins that the setting is for.
        SessionHooks.onSessionStart { session -> Sampling.begins(session) }
    }

    const val ASYNC_PROFILER: String = "async-profiler"
    const val FLIGHT_RECORDER: String = "jfr"
}
