@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to RegionData.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_region_change")
public fun tmRegionChange(region: NativePtr, component: Int, change: Int, key: NativePtr, value: Double, error: NativePtr): Int =
    regionChange(region, component, change, key, value, error)

@ExportedBridge("tm_region_change_integer")
public fun tmRegionChangeInteger(region: NativePtr, component: Int, change: Int, key: NativePtr, value: Long, error: NativePtr): Int =
    regionChangeInteger(region, component, change, key, value, error)

@ExportedBridge("tm_region_value")
public fun tmRegionValue(region: NativePtr, component: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int =
    regionValue(region, component, which, key, into, error)

@ExportedBridge("tm_region_value_integer")
public fun tmRegionValueInteger(region: NativePtr, component: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int =
    regionValueInteger(region, component, which, key, into, error)

@ExportedBridge("tm_region_reading")
public fun tmRegionReading(region: NativePtr, component: Int, into: NativePtr, error: NativePtr): Int =
    regionReading(region, component, into, error)

@ExportedBridge("tm_region_combine")
public fun tmRegionCombine(region: NativePtr, other: NativePtr, subtracts: Int, error: NativePtr): Int =
    regionCombine(region, other, subtracts, error)
