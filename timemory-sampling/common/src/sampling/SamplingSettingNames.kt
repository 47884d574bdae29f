package timemory.sampling

import timemory.internal.callgraph.SessionHooks
import timemory.settings.SettingList
import timemory.settings.choice
import timemory.settings.flag
import timemory.settings.number

/** The settings of this module. */
internal object SamplingSettingNames : SettingList() {
    val sampling = add(
        choice("SAMPLING", "What is sampled in the whole program, in all regions and outside of them", "none", listOf(CPU)).fixed(),
    )
    val samplingFreq = add(
        number("SAMPLING_FREQ", "How many samples are taken in a second of CPU time of each thread", 100, 1, 10_000).fixed(),
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
        SessionHooks.onBegin(Sampling::begins)
    }

    const val CPU: String = "cpu"
    const val ASYNC_PROFILER: String = "async-profiler"
    const val FLIGHT_RECORDER: String = "jfr"
}
