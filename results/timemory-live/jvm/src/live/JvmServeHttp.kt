package timemory.live

import timemory.settings.Settings

internal actual fun serveHttp(settings: Settings) =
    HttpModule.begins("timemory.live.http.OpenPort", settings, "TIMEMORY_LIVE_HTTP: nothing is served")

internal actual fun sendOtlp(settings: Settings) =
    HttpModule.begins("timemory.live.otlp.OtlpSending", settings, "TIMEMORY_OTLP_ENDPOINT: nothing is sent")
