@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.StableRef
import timemory.ComponentType
import timemory.Components
import timemory.Scope
import timemory.bundle.RuntimeBundle
import timemory.bundleOf
import timemory.internal.text.wordsOf
import timemory.ofNames

/*
 * Bundles created by the DSL's builder: implementation of timemory/builder.h.
 */

/** The options that C passes for a bundle; the key by which its number is found. */
internal data class BundleOptions(
    private val components: List<ComponentType<*>>,
    private val optional: List<ComponentType<*>>,
    private val userBundles: List<String>,
    private val percentiles: List<Double>,
    private val scope: Scope?,
) {
    fun bundle(): RuntimeBundle = bundleOf {
        add(*components.toTypedArray())
        optional(*optional.toTypedArray())
        for (label in userBundles) userBundle(label)
        if (percentiles.isNotEmpty()) percentiles(*percentiles.toTypedArray())
        this@BundleOptions.scope?.let { scope(it) }
    }
}

internal fun bundleWith(
    components: NativePtr,
    optional: NativePtr,
    userBundles: NativePtr,
    percentiles: NativePtr,
    scope: NativePtr,
    error: NativePtr,
): Int = orError(error, 0) {
    val options = BundleOptions(
        Components.ofNames(textAt(components)), Components.ofNames(textAt(optional)), wordsOf(textAt(userBundles)),
        wordsOf(textAt(percentiles)).map(::percentileOf), scopeOf(textAt(scope).trim()),
    )
    NumberedBundles.numberOf(options)
}

private fun percentileOf(word: String): Double =
    requireNotNull(word.toDoubleOrNull()) { "percentile '$word' must be a number above 0 and at most 100" }

private fun scopeOf(text: String): Scope? = if (text.isEmpty()) {
    null
} else {
    requireNotNull(Scope.entries.firstOrNull { it.name.equals(text, ignoreCase = true) }) { "scope '$text' must be tree, flat or timeline" }
}

internal fun bundleRegion(bundle: Int, name: NativePtr, error: NativePtr): NativePtr = orError(error, NativePtr.NULL) {
    val found = requireNotNull(NumberedBundles.find(bundle)) { "timemory_bundle_region: $bundle is not the number of a bundle" }
    val label = textAt(name)
    val region = if (found is RuntimeBundle) RegionObject(found.region(label)) else RegionObject.of(found.types, label)
    StableRef.create(region).asCPointer().rawValue
}
