package timemory.live

import timemory.internal.callgraph.SessionHooks
import timemory.live.slow.SlowLapRecorder
import timemory.live.slow.SlowText
import timemory.live.throttle.OverheadText
import timemory.live.throttle.Throttling
import timemory.settings.Setting
import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

private const val MAX_PARTS = 10
private const val MAX_BYTES = 64 shl 20

/** The settings of this module. */
internal object LiveSettingNames : SettingList() {
    val flushInterval = add(
        Setting(
            "FLUSH_INTERVAL",
            "Interval at which results are written while the program runs: 30s, 500ms, 5min, 1h; never if empty",
            IntervalOrNoneText,
            "",
        ).fixed(),
    )
    val flushParts = add(
        number("FLUSH_PARTS", "Number of files to keep with the results of single intervals", MAX_PARTS, 0, 100_000).fixed(),
    )
    val flushBytes = add(
        number("FLUSH_BYTES", "Maximum total size of these files in bytes; the oldest go first", MAX_BYTES, 0, Int.MAX_VALUE).fixed(),
    )

    val slowLapThresholds = add(
        Setting(
            "SLOW_LAP_THRESHOLDS",
            "Thresholds above which laps are kept with everything inside them, such as wall_clock>200ms; none if empty",
            SlowText,
            "",
        ).fixed().alias("SLOW"),
    )
    val overheadLimit = add(
        Setting(
            "OVERHEAD_LIMIT",
            "Maximum share of processor time for measuring, such as 2%; above it, the most expensive and least informative regions have " +
                "few laps measured and the others counted; no limit if empty",
            OverheadText,
            "",
        ).fixed(),
    )
    val liveSocket = add(
        flag(
            "LIVE_SOCKET",
            "Open the socket used by timemory top, snapshot, reset, enable, disable and configure",
            false,
        ).fixed().alias("LIVE"),
    )
    val liveSignal = add(
        text(
            "LIVE_SIGNAL",
            "Signal on which a native program opens the socket for timemory top, and closes it again: USR1 or USR2; none if empty",
            "",
        ).fixed(),
    )
    val liveMbean = add(flag("LIVE_MBEAN", "Show the running process in JMX consoles (JVM)", false).fixed())
    val liveHttp = add(
        text(
            "LIVE_HTTP",
            "Port of 127.0.0.1, or address and port, at which results are served over HTTP while the program runs (JVM); off if empty",
            "",
        ).fixed(),
    )
    val liveHttpTokenFile = add(
        text("LIVE_HTTP_TOKEN_FILE", "File with the token that LIVE_HTTP requires from all but the user's own processes", "").fixed(),
    )
    val otlpEndpoint = add(
        text(
            "OTLP_ENDPOINT",
            "OpenTelemetry endpoint to which profiles of each interval are sent (JVM), such as http://localhost:4318; 'default' for " +
                "OTEL_EXPORTER_OTLP_ENDPOINT; none if empty",
            "",
        ).fixed(),
    )
    val otlpInterval = add(Setting("OTLP_INTERVAL", "Interval at which profiles are sent to OTLP_ENDPOINT", IntervalText, "30s").fixed())

    init {
        // Code that uses a setting of this module thereby loads the module before the session for that setting starts.
        SessionHooks.onSessionStart { session ->
            val settings = session.settings
            if (settings.flushInterval.isNotEmpty()) Flushing.begins(settings)
            if (settings.slowLapThresholds.isNotEmpty()) SlowLapRecorder.begins(session, settings.slowLapThresholds)
            if (settings.overheadLimit.isNotEmpty()) Throttling.begins(settings.overheadLimit)
            if (settings.liveSocket) LiveSocket.begins()
            if (settings.liveSignal.isNotEmpty()) openOnSignal(settings.liveSignal)
            if (settings.liveMbean) showInConsoles()
            if (settings.liveHttp.isNotEmpty()) serveHttp(settings)
            if (settings.otlpEndpoint.isNotEmpty()) sendOtlp(settings)
        }
    }
}
