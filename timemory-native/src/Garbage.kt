@file:OptIn(NativeRuntimeApi::class)

package timemory.capi

import kotlin.native.runtime.GC
import kotlin.native.runtime.NativeRuntimeApi

/** Collects garbage now, for tests that show what a collection at a bad moment does. */
internal fun collectGarbage(): Unit = GC.collect()
