@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to CustomComponents.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_register_component")
public fun tmRegisterComponent(
    texts: NativePtr,
    kind: Int,
    size: Long,
    valueSize: Long,
    has: Int,
    definition: NativePtr,
    functions: NativePtr,
    error: NativePtr,
): Int = registerComponent(texts, kind, size, valueSize, has, definition, functions, error)
