package timemory.sampling.interval

import timemory.internal.callgraph.SessionHooks
import timemory.settings.Setting
import timemory.settings.SettingList
import timemory.settings.number
import timemory.settings.text

private const val MILLISECOND = 1_000_000L
private const val HOUR = 3_600_000_000_000L

/** The settings of the interval sampler. */
internal object SamplerSettingNames : SettingList() {
    val samplerComponents = add(
        text("SAMPLER_COMPONENTS", "Components of the process to read at intervals: page_rss,cpu_clock", "")
            .fixed(),
    )
    val samplerInterval = add(
        Setting(
            "SAMPLER_INTERVAL",
            "Interval at which SAMPLER_COMPONENTS are read: 100ms, 0.5s, 1min",
            TimeText(MILLISECOND, HOUR, "a time from 1ms to 1h, such as 50ms, 0.5s or 1min"),
            "100ms",
        ).fixed(),
    )
    val samplerDelay = add(
        Setting(
            "SAMPLER_DELAY",
            "Delay before SAMPLER_COMPONENTS are first read: 0, 2.5s, 1min",
            TimeText(0L, 24L * HOUR, "a time from 0 to 24h, such as 500ms, 2.5s or 1min"),
            "0",
        ).fixed(),
    )
    val samplerRows = add(
        number(
            "SAMPLER_ROWS", "Maximum number of rows of SAMPLER_COMPONENTS; beyond it, pairs of rows are merged",
            4096, 2, 1_000_000,
        ).fixed(),
    )

    init {
        // Code that uses a setting of this module thereby loads the module before the session for that setting starts.
        SessionHooks.onSessionStart { session -> if (session.settings.samplerComponents.isNotEmpty()) IntervalSampling.begins(session) }
    }
}
