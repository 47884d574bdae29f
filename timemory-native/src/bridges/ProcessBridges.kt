@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Process.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_guard_end")
public fun tmGuardEnd(isInside: Long, ending: Long, dump: Long, refused: Long, ended: Long): Unit =
    guardEnd(isInside, ending, dump, refused, ended)

@ExportedBridge("tm_end_function")
public fun tmEndFunction(which: Int): Long = endFunction(which)

@ExportedBridge("tm_tell_refused")
public fun tmTellRefused(): Unit = tellRefused()

@ExportedBridge("tm_write_before")
public fun tmWriteBefore(call: NativePtr): Int = writeBefore(call)
