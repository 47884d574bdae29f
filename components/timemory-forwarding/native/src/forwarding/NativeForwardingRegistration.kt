@file:OptIn(ExperimentalStdlibApi::class)

package timemory.forwarding

import timemory.ComponentProvider
import timemory.internal.platform.registerExtension

/** Programs that link this module have its components, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = registerExtension(ComponentProvider::class, ForwardingProvider())
