package timemory.live

import timemory.internal.callgraph.SessionHooks
import timemory.live.slow.SlowKeeping
import timemory.live.slow.SlowText
import timemory.settings.CheckedText
import timemory.settings.Setting
import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

private const val MOST_PARTS = 10
private const val MOST_BYTES = 64 shl 20

/** The settings of this module. */
internal object LiveSettingNames : SettingList() {
    val flushInterval = add(
        Setting(
            "FLUSH_INTERVAL",
            "How often what was measured so far is written while the program runs: 30s, 500ms, 5min, 1h; not at all where it is empty",
            object : CheckedText("interval") {
                override val allowed get() = "a time from 100ms to 24h, such as 30s, 500ms, 5min or 1h, or empty for none"

                override fun accepts(value: String): Boolean = value.isEmpty() || intervalOf(value) != null
            },
            "",
        ).fixed(),
    )
    val flushParts = add(
        number("FLUSH_PARTS", "How many of the files are kept that have what each interval measured", MOST_PARTS, 0, 100_000).fixed(),
    )
    val flushBytes = add(
        number("FLUSH_BYTES", "How many bytes those files may take together; the oldest go first", MOST_BYTES, 0, Int.MAX_VALUE).fixed(),
    )

    val slow = add(
        Setting(
            "SLOW",
            "Which laps are kept with what happened inside them: those beyond these limits, as in wall_clock>200ms; none where it is empty",
            SlowText,
            "",
        ).fixed(),
    )
    val live = add(flag("LIVE", "Whether timemory top, snapshot, reset, enable and disable may ask the running process", false).fixed())
    val liveMbean = add(flag("LIVE_MBEAN", "Whether consoles of JMX show the running process, on the JVM", false).fixed())
    val liveHttp = add(
        text(
            "LIVE_HTTP",
            "Where what is measured can be looked at over HTTP while the program runs, on the JVM: a port of 127.0.0.1, or an address " +
                "and a port; nowhere where it is empty",
            "",
        ).fixed(),
    )
    val liveHttpTokenFile = add(
        text("LIVE_HTTP_TOKEN_FILE", "A file with the token that others than the user's own processes show to LIVE_HTTP", "").fixed(),
    )

    init {
        // Whoever asks for a setting of this module has it loaded before the session begins that the setting is for.
        SessionHooks.onBegin { settings ->
            if (settings.flushInterval.isNotEmpty()) Flushing.begins(settings)
            if (settings.slow.isNotEmpty()) SlowKeeping.begins(settings)
            if (settings.live) LiveSocket.begins()
            if (settings.liveMbean) showInConsoles()
            if (settings.liveHttp.isNotEmpty()) serveHttp(settings)
        }
    }
}
