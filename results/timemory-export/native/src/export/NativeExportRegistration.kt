@file:OptIn(ExperimentalStdlibApi::class)

package timemory.export

import timemory.internal.platform.registerExtension
import timemory.output.FormatProvider
import timemory.settings.FormatNames
import timemory.settings.SettingsProvider

/** Registers this module's formats before `main` in programs that link it. */
@Suppress("unused", "DEPRECATION") // deprecated until Kotlin/Native offers another way to register before main
@EagerInitialization
private val registered: Unit = ExportProvider().let {
    registerExtension(FormatNames::class, it)
    registerExtension(FormatProvider::class, it)
    registerExtension(SettingsProvider::class, it)
}
