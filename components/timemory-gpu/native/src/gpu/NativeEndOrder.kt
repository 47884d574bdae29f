@file:OptIn(ExperimentalForeignApi::class)

package timemory.gpu

import kotlinx.cinterop.ExperimentalForeignApi
import timemory.cinterop.linux.tm_exit_write_before_later_handlers

internal actual fun endBeforeOthers(): Unit = tm_exit_write_before_later_handlers()
