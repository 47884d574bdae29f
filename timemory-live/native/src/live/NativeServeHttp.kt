package timemory.live

import timemory.internal.platform.printError
import timemory.settings.Settings

internal actual fun serveHttp(settings: Settings) = printError(
    "timemory: TIMEMORY_LIVE_HTTP: programs without a JVM have no HTTP server; TIMEMORY_LIVE=true has them answer 'timemory top' and 'snapshot'",
)
