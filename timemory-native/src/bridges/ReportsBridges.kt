@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Reports.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_table")
public fun tmTable(component: NativePtr, error: NativePtr): NativePtr = table(component, error)

@ExportedBridge("tm_report")
public fun tmReport(directory: NativePtr, error: NativePtr): Int = report(directory, error)

@ExportedBridge("tm_clear")
public fun tmClear(): Unit = clear()

@ExportedBridge("tm_add_metadata")
public fun tmAddMetadata(name: NativePtr, value: NativePtr): Unit = addMetadata(name, value)
