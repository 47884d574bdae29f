@file:OptIn(ExperimentalForeignApi::class)

package timemory.live

import kotlinx.cinterop.CFunction
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.invoke
import kotlinx.cinterop.reinterpret
import platform.posix.dlsym
import timemory.Timemory

/**
 * In `libtimemory.so`, C has its own flag for recording, so that its regions need not call Kotlin. A C function updates it; it is looked up
 * at run time, since programs that are all Kotlin do not have it.
 */
internal actual fun recordRegions(on: Boolean) {
    Timemory.isEnabled = on
    dlsym(null, "timemory_recording_changed")?.reinterpret<CFunction<() -> Unit>>()?.invoke()
}
