@file:OptIn(ExperimentalForeignApi::class)

package timemory.live

import kotlinx.cinterop.CFunction
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.invoke
import kotlinx.cinterop.reinterpret
import platform.posix.dlsym
import timemory.Timemory

/**
 * In `libtimemory.so`, C keeps for itself whether anything is recorded, so that its regions need not ask Kotlin. It learns of a change by
 * its own functions alone, which are looked for where this code is, and are missing in a program that is all Kotlin.
 */
internal actual fun recordRegions(on: Boolean) {
    Timemory.isEnabled = on
    dlsym(null, if (on) "timemory_resume" else "timemory_pause")?.reinterpret<CFunction<() -> Unit>>()?.invoke()
}
