@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Bundles.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_bundle")
public fun tmBundle(components: NativePtr, error: NativePtr): Int = bundle(components, error)
