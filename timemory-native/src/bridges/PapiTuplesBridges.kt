@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to PapiTuples.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_papi_tuple")
public fun tmPapiTuple(id: NativePtr, events: NativePtr, clock: NativePtr, error: NativePtr): NativePtr =
    papiTuple(id, events, clock, error)
