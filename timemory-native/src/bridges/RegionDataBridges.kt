@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to RegionData.kt, called from C alone: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_region_store")
public fun tmRegionStore(region: NativePtr, component: Int, value: Double, error: NativePtr): Int =
    regionStore(region, component, value, error)

@ExportedBridge("tm_region_store_integer")
public fun tmRegionStoreInteger(region: NativePtr, component: Int, value: Long, error: NativePtr): Int =
    regionStoreInteger(region, component, value, error)

@ExportedBridge("tm_region_mark")
public fun tmRegionMark(region: NativePtr, component: Int, value: Double, isEnd: Int, error: NativePtr): Int =
    regionMark(region, component, value, isEnd, error)

@ExportedBridge("tm_region_reading")
public fun tmRegionReading(region: NativePtr, component: Int, into: NativePtr, error: NativePtr): Int =
    regionReading(region, component, into, error)

@ExportedBridge("tm_region_combine")
public fun tmRegionCombine(region: NativePtr, other: NativePtr, subtracts: Int, error: NativePtr): Int =
    regionCombine(region, other, subtracts, error)
