@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to CountedMemory.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_use_memory")
public fun tmUseMemory(functions: NativePtr, held: NativePtr): Unit = useMemory(functions, held)

@ExportedBridge("tm_finish_memory")
public fun tmFinishMemory(isUnasked: Int): Int = finishMemory(isUnasked)
