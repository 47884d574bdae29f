@file:OptIn(ExperimentalStdlibApi::class)

package timemory.sampling

import timemory.ComponentProvider
import timemory.internal.platform.registerExtension
import timemory.settings.SettingsProvider

/** Registers this module before `main` in programs that link it. */
@Suppress("unused", "DEPRECATION") // deprecated until Kotlin/Native offers another way to register before main
@EagerInitialization
private val registered: Unit = SamplingProvider().let {
    registerExtension(ComponentProvider::class, it)
    registerExtension(SettingsProvider::class, it)
}
