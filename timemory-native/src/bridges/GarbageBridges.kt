@file:OptIn(ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge

/* Bridges to Garbage.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_collect")
public fun tmCollect(): Unit = collectGarbage()
