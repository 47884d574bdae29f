package timemory.live

import timemory.settings.Settings

/** Opens the port named in [settings] until their session ends. Errors are reported. */
internal expect fun serveHttp(settings: Settings)

/** Sends profiles to the endpoint named in [settings] until their session ends. Errors are reported. */
internal expect fun sendOtlp(settings: Settings)
