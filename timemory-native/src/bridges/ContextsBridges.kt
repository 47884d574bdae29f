@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Contexts.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_context_here")
public fun tmContextHere(): Long = contextHere()

@ExportedBridge("tm_context_enter")
public fun tmContextEnter(context: Long): Int = contextEnter(context)

@ExportedBridge("tm_context_leave")
public fun tmContextLeave(): Unit = contextLeave()

@ExportedBridge("tm_context_add_laps")
public fun tmContextAddLaps(context: Long, bundle: Int, name: Int, text: NativePtr, count: Int, values: NativePtr): Unit =
    contextAddLaps(context, bundle, name, text, count, values)
