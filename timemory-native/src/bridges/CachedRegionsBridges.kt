@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to CachedRegions.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_cache_region")
public fun tmCacheRegion(bundle: Int, name: Int, memory: NativePtr): Int = cacheRegion(bundle, name, memory)

@ExportedBridge("tm_reclaim")
public fun tmReclaimCachedRegion(memory: NativePtr): Int = reclaimCachedRegion(memory)

@ExportedBridge("tm_revoke_cached_region")
public fun tmRevokeLent(): Unit = revokeLent()
