package timemory.live

import timemory.settings.Settings

internal actual fun serveHttp(settings: Settings) = HttpModule.begins(settings)
