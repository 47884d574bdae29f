@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Regions.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_push")
public fun tmPush(name: Int, text: NativePtr): Unit = push(name, text)

@ExportedBridge("tm_pop")
public fun tmPop(name: Int, text: NativePtr): Unit = pop(name, text)

@ExportedBridge("tm_bundle_push")
public fun tmBundlePush(bundle: Int, name: Int, text: NativePtr): Unit = bundlePush(bundle, name, text)

@ExportedBridge("tm_bundle_pop")
public fun tmBundlePop(bundle: Int, name: Int, text: NativePtr): Unit = bundlePop(bundle, name, text)

@ExportedBridge("tm_begin")
public fun tmBegin(name: Int, text: NativePtr): Long = begin(name, text)

@ExportedBridge("tm_begin_enum")
public fun tmBeginEnum(name: Int, text: NativePtr, count: Int, components: NativePtr): Long = beginEnum(name, text, count, components)

@ExportedBridge("tm_begin_types")
public fun tmBeginTypes(name: Int, text: NativePtr, components: NativePtr): Long = beginTypes(name, text, components)

@ExportedBridge("tm_bundle_begin")
public fun tmBundleBegin(bundle: Int, name: Int, text: NativePtr): Long = bundleBegin(bundle, name, text)

@ExportedBridge("tm_begin_auto_timer")
public fun tmBeginAutoTimer(name: Int, text: NativePtr): Long = beginAutoTimer(name, text)

@ExportedBridge("tm_end")
public fun tmEnd(id: Long): Unit = end(id)
