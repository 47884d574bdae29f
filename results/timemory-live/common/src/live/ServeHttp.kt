package timemory.live

import timemory.settings.Settings

/** Opens the port that [settings] name, as long as their session goes on. What is wrong is reported. */
internal expect fun serveHttp(settings: Settings)

/** Sends profiles where [settings] say, as long as their session goes on. What is wrong is reported. */
internal expect fun sendOtlp(settings: Settings)
