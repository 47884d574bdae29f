@file:OptIn(ExperimentalForeignApi::class)

package timemory.live

import kotlinx.cinterop.CFunction
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.invoke
import kotlinx.cinterop.reinterpret
import platform.posix.dlsym
import timemory.Timemory

/**
 * In `libtimemory.so`, C code keeps track of whether anything is recorded, so that its regions need not call Kotlin. A C function notifies
 * it of changes; it is looked up in the object that contains this code, and is missing in an all-Kotlin program.
 */
internal actual fun recordRegions(on: Boolean) {
    Timemory.isEnabled = on
    dlsym(null, "timemory_recording_changed")?.reinterpret<CFunction<() -> Unit>>()?.invoke()
}
