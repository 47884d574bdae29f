@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to CustomComponents.kt, called from C alone: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_register_component")
public fun tmRegisterComponent(
    id: NativePtr,
    description: NativePtr,
    unit: NativePtr,
    size: Long,
    start: NativePtr,
    stop: NativePtr,
    value: NativePtr,
    error: NativePtr,
): Int = registerComponent(id, description, unit, size, start, stop, value, error)
