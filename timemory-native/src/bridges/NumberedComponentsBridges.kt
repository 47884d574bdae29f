@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to NumberedComponents.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_number_component")
public fun tmNumberComponent(id: NativePtr, number: Int, error: NativePtr): Int = numberComponent(id, number, error)
