@file:OptIn(ExperimentalForeignApi::class, ExperimentalStdlibApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import timemory.timem.linux.timem_unblock_signals

/** By now the runtime's threads exist, with signals blocked: the main thread gets its signal mask back. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to run before main
@EagerInitialization
private val unblocked: Unit = timem_unblock_signals()
