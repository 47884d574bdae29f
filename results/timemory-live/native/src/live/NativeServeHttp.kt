package timemory.live

import timemory.internal.platform.printError
import timemory.settings.Settings

internal actual fun serveHttp(settings: Settings) = printError(
    "timemory: TIMEMORY_LIVE_HTTP: programs without a JVM have no HTTP server; TIMEMORY_LIVE_SOCKET=true lets 'timemory top' and " +
        "'snapshot' reach them",
)

internal actual fun sendOtlp(settings: Settings) = printError(
    "timemory: TIMEMORY_OTLP_ENDPOINT: programs without a JVM send nothing; TIMEMORY_OUTPUT_FORMATS=otlp writes the same profiles to files",
)
