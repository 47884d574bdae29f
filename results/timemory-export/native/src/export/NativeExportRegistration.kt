@file:OptIn(ExperimentalStdlibApi::class)

package timemory.export

import timemory.internal.platform.registerExtension
import timemory.output.FormatProvider
import timemory.settings.FormatNames
import timemory.settings.SettingsProvider

/** Programs that link this module have what it adds, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = ExportProvider().let {
    registerExtension(FormatNames::class, it)
    registerExtension(FormatProvider::class, it)
    registerExtension(SettingsProvider::class, it)
}
