@file:OptIn(ExperimentalStdlibApi::class)

package timemory.sampling

import timemory.ComponentProvider
import timemory.internal.platform.registerExtension
import timemory.settings.SettingsProvider

/** Programs that link this module have what it adds, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = SamplingProvider().let {
    registerExtension(ComponentProvider::class, it)
    registerExtension(SettingsProvider::class, it)
}
