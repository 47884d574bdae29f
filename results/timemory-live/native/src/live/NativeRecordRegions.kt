@file:OptIn(ExperimentalForeignApi::class)

package timemory.live

import kotlinx.cinterop.CFunction
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.invoke
import kotlinx.cinterop.reinterpret
import platform.posix.dlsym
import timemory.Timemory

/**
 * In `libtimemory.so`, C keeps for itself whether anything is recorded, so that its regions need not ask Kotlin. A C function tells it
 * about changes; it is looked up in the object that contains this code, and is missing in a program that is all Kotlin.
 */
internal actual fun recordRegions(on: Boolean) {
    Timemory.isEnabled = on
    dlsym(null, "timemory_recording_changed")?.reinterpret<CFunction<() -> Unit>>()?.invoke()
}
