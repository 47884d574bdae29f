@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to NativeStrings.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_name")
public fun tmName(number: Int, text: NativePtr): Unit = name(number, text)
