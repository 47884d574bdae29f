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
            "What to sample in the whole program, inside and outside of regions: cpu,alloc",
            object : CheckedText("list") {
                override val allowed get() = "none, or some of ${SampleKind.entries.joinToString { it.id }}, separated by commas"

                override fun accepts(value: String) = SampleKind.named(value) != null
            },
            "none",
        ).fixed(),
    )
    val samplingFreq = add(
        number(
            "SAMPLING_FREQ", "Samples per second of each thread's CPU time or elapsed time",
            100, 1, 10_000,
        ).fixed(),
    )
    val samplingDelay = add(
        Setting(
            "SAMPLING_DELAY",
            "Delay in seconds before sampling starts, such as 2.5",
            object : CheckedText("seconds") {
                override val allowed get() = "seconds from 0 to 1000000"

                override fun accepts(value: String) = (value.toDoubleOrNull() ?: -1.0) in 0.0..1_000_000.0
            },
            "0",
        ).fixed(),
    )
    val samplingAllocInterval = add(
        number(
            "SAMPLING_ALLOC_INTERVAL", "Mean number of allocated bytes between two samples by async-profiler",
            524_288, 1, Int.MAX_VALUE,
        ).fixed(),
    )
    val samplingLockInterval = add(
        number(
            "SAMPLING_LOCK_INTERVAL",
            "Microseconds of waiting for locks between two samples by async-profiler; minimum wait that the Flight Recorder records",
            10, 0, 10_000_000,
        ).fixed(),
    )
    val samplingEngine = add(
        choice(
            "SAMPLING_ENGINE",
            "Sampling engine: async-profiler or the Flight Recorder (jfr); auto uses async-profiler if it is on the class path",
            "auto", listOf(ASYNC_PROFILER, FLIGHT_RECORDER),
        ).fixed(),
    )
    val samplingDepth = add(
        number("SAMPLING_DEPTH", "Maximum number of functions shown below a region; the outermost are kept", 64, 1, 2048).fixed(),
    )
    val samplingFrames = add(flag("SAMPLING_FRAMES", "Show the functions found by samples below regions", true).fixed())

    init {
        // Code that uses a setting of this module thereby loads the module before the session for that setting starts.
        SessionHooks.onSessionStart { session -> Sampling.begins(session) }
    }

    const val ASYNC_PROFILER: String = "async-profiler"
    const val FLIGHT_RECORDER: String = "jfr"
}
