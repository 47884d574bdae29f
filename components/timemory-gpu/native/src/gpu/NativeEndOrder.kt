@file:OptIn(ExperimentalForeignApi::class)

package timemory.gpu

import kotlinx.cinterop.ExperimentalForeignApi
import timemory.cinterop.linux.timemory_end_before_others

internal actual fun endBeforeOthers(): Unit = timemory_end_before_others()
