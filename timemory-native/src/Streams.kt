@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.gpu.CudaStream

/*
 * Regions of GPU streams: implementation of timemory/stream.h.
 */

internal fun regionStartStream(region: NativePtr, stream: Long, error: NativePtr): Int = orError(error, 0) {
    regionAt(region).region?.start(CudaStream(stream))
    1
}

internal fun bundleBeginStream(bundle: Int, name: Int, text: NativePtr, stream: Long, error: NativePtr): Long =
    orError(error, UNRECORDED) { record { bundleNumbered(bundle)?.open(nameOf(name, text), CudaStream(stream)) } }
