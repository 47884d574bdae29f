@file:OptIn(NativeRuntimeApi::class)

package timemory.capi

import kotlin.native.runtime.GC
import kotlin.native.runtime.NativeRuntimeApi

/** Collects garbage now, for tests that show the effect of a collection at a bad moment. */
internal fun collectGarbage(): Unit = GC.collect()
