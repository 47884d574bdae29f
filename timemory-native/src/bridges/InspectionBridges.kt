@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Inspection.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_region")
public fun tmRegion(name: NativePtr, components: NativePtr, error: NativePtr): NativePtr = regionObject(name, components, error)

@ExportedBridge("tm_region_start")
public fun tmRegionStart(region: NativePtr): Unit = regionStart(region)

@ExportedBridge("tm_region_stop")
public fun tmRegionStop(region: NativePtr): Unit = regionStop(region)

@ExportedBridge("tm_region_reset")
public fun tmRegionReset(region: NativePtr): Unit = regionReset(region)

@ExportedBridge("tm_region_is_running")
public fun tmRegionIsRunning(region: NativePtr): Int = regionIsRunning(region)

@ExportedBridge("tm_region_get")
public fun tmRegionGet(region: NativePtr, component: Int, element: Int, into: NativePtr): Int = regionGet(region, component, element, into)

@ExportedBridge("tm_region_text")
public fun tmRegionText(region: NativePtr, component: Int): NativePtr = regionText(region, component)

@ExportedBridge("tm_region_destroy")
public fun tmRegionDestroy(region: NativePtr): Unit = regionDestroy(region)

@ExportedBridge("tm_catalogue")
public fun tmCatalogue(withCosts: Int): NativePtr = catalogue(withCosts)

@ExportedBridge("tm_hardware_events")
public fun tmHardwareEvents(): NativePtr = hardwareEvents()

@ExportedBridge("tm_results")
public fun tmResults(component: NativePtr, hierarchy: Int, error: NativePtr): NativePtr = results(component, hierarchy, error)

@ExportedBridge("tm_saved_results")
public fun tmSavedResults(path: NativePtr, hierarchy: Int, error: NativePtr): NativePtr = savedResults(path, hierarchy, error)

@ExportedBridge("tm_results_components")
public fun tmResultsComponents(): NativePtr = resultsComponents()

@ExportedBridge("tm_setting")
public fun tmSetting(name: NativePtr, error: NativePtr): NativePtr = setting(name, error)

@ExportedBridge("tm_tool_components")
public fun tmToolComponents(given: NativePtr, bundles: NativePtr, usual: NativePtr, error: NativePtr): NativePtr =
    toolComponents(given, bundles, usual, error)

@ExportedBridge("tm_change_setting")
public fun tmChangeSetting(name: NativePtr, value: NativePtr, error: NativePtr): Int = changeSetting(name, value, error)
