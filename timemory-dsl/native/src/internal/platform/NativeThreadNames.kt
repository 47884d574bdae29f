@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.platform

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.toKString
import timemory.cinterop.linux.TIMEMORY_THREAD_NAME
import timemory.cinterop.linux.timemory_thread_name

internal actual fun threadName(): String = if (isOnMainThread()) {
    "main"
} else {
    memScoped {
        val name = allocArray<ByteVar>(TIMEMORY_THREAD_NAME.toInt())
        timemory_thread_name(name)
        name.toKString()
    }
}
