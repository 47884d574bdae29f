@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to BundleOptions.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_bundle_with")
public fun tmBundleWith(
    components: NativePtr,
    optional: NativePtr,
    userBundles: NativePtr,
    percentiles: NativePtr,
    scope: NativePtr,
    error: NativePtr,
): Int = bundleWith(components, optional, userBundles, percentiles, scope, error)

@ExportedBridge("tm_bundle_region")
public fun tmBundleRegion(bundle: Int, name: NativePtr, error: NativePtr): NativePtr = bundleRegion(bundle, name, error)
