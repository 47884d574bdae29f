@file:OptIn(ExperimentalStdlibApi::class)

package timemory.live

import timemory.internal.platform.registerExtension
import timemory.settings.SettingsProvider

/** Registers this module's settings before `main` in programs that link it. */
@Suppress("unused", "DEPRECATION") // deprecated until Kotlin/Native offers another way to register before main
@EagerInitialization
private val registered: Unit = registerExtension(SettingsProvider::class, LiveProvider())
