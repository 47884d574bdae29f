@file:OptIn(ExperimentalStdlibApi::class)

package timemory.forwarding

import timemory.ComponentProvider
import timemory.internal.platform.registerExtension

/** Registers this module's components before `main` in programs that link it. */
@Suppress("unused", "DEPRECATION") // deprecated until Kotlin/Native offers another way to register before main
@EagerInitialization
private val registered: Unit = registerExtension(ComponentProvider::class, ForwardingProvider())
