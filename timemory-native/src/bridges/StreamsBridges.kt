@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Streams.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_region_start_stream")
public fun tmRegionStartStream(region: NativePtr, stream: Long, error: NativePtr): Int = regionStartStream(region, stream, error)

@ExportedBridge("tm_bundle_begin_stream")
public fun tmBundleBeginStream(bundle: Int, name: Int, text: NativePtr, stream: Long, error: NativePtr): Long =
    bundleBeginStream(bundle, name, text, stream, error)
