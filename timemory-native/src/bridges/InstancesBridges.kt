@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Instances.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_instance")
public fun tmInstance(component: NativePtr, label: NativePtr, error: NativePtr): NativePtr = instance(component, label, error)

@ExportedBridge("tm_instance_start")
public fun tmInstanceStart(instance: NativePtr, error: NativePtr): Int = instanceStart(instance, error)

@ExportedBridge("tm_instance_stop")
public fun tmInstanceStop(instance: NativePtr, error: NativePtr): Int = instanceStop(instance, error)

@ExportedBridge("tm_instance_get")
public fun tmInstanceGet(instance: NativePtr, element: Int, into: NativePtr): Int = instanceGet(instance, element, into)

@ExportedBridge("tm_instance_destroy")
public fun tmInstanceDestroy(instance: NativePtr): Unit = instanceDestroy(instance)
