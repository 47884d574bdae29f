@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to LentRegions.kt, called from C alone: see ../Texts.kt for the rules. */

@ExportedBridge("tm_lend")
public fun tmLend(bundle: Int, name: Int, memory: NativePtr): Int = lend(bundle, name, memory)

@ExportedBridge("tm_take_back")
public fun tmTakeBack(memory: NativePtr): Int = takeBack(memory)

@ExportedBridge("tm_revoke_lent")
public fun tmRevokeLent(): Unit = revokeLent()
