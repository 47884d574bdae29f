@file:OptIn(ExperimentalForeignApi::class, ExperimentalStdlibApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import timemory.timem.linux.timem_unblock_signals

/** The runtime's threads are there by now, without any signal: the main thread gets back what it had. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to run before main
@EagerInitialization
private val unblocked: Unit = timem_unblock_signals()
