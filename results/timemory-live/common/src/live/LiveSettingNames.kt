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
            "How often what was measured so far is written while the program runs: 30s, 500ms, 5min, 1h; not at all where it is empty",
            IntervalOrNoneText,
            "",
        ).fixed(),
    )
    val flushParts = add(
        number("FLUSH_PARTS", "How many of the files are kept that have what each interval measured", MAX_PARTS, 0, 100_000).fixed(),
    )
    val flushBytes = add(
        number("FLUSH_BYTES", "How many bytes those files may take together; the oldest go first", MAX_BYTES, 0, Int.MAX_VALUE).fixed(),
    )

    val slowLapThresholds = add(
        Setting(
            "SLOW_LAP_THRESHOLDS",
            "Thresholds beyond which a lap is kept with what happened inside it, as in wall_clock>200ms; none if empty",
            SlowText,
            "",
        ).fixed().alias("SLOW"),
    )
    val overheadLimit = add(
        Setting(
            "OVERHEAD_LIMIT",
            "How much of the processor time measuring may take, as in 2%: beyond it, regions that cost most and tell least have few of " +
                "their laps measured, and the others counted; no limit where it is empty",
            OverheadText,
            "",
        ).fixed(),
    )
    val liveSocket = add(
        flag(
            "LIVE_SOCKET",
            "Opens the socket by which timemory top, snapshot, reset, enable, disable and configure reach the running process",
            false,
        ).fixed().alias("LIVE"),
    )
    val liveSignal = add(
        text(
            "LIVE_SIGNAL",
            "The signal that has a program without a JVM open the socket for timemory top, and close it when it comes again: USR1 or " +
                "USR2; none where it is empty",
            "",
        ).fixed(),
    )
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
    val otlpEndpoint = add(
        text(
            "OTLP_ENDPOINT",
            "Where OpenTelemetry's profiles of what each interval measured are sent, on the JVM: http://localhost:4318, say, or default " +
                "for OTEL_EXPORTER_OTLP_ENDPOINT; nowhere where it is empty",
            "",
        ).fixed(),
    )
    val otlpInterval = add(Setting("OTLP_INTERVAL", "How often they are sent", IntervalText, "30s").fixed())

    init {
        // Whoever asks for a setting of this module has it loaded before the session begins that the setting is for.
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
