@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.ComponentType
import timemory.Components
import timemory.NamedComponents
import timemory.Timemory
import timemory.bundle.Bundle
import timemory.bundle.UserBundle
import timemory.bundle.componentsOfUserBundle
import timemory.bundleOf
import timemory.internal.callgraph.userBundleLabel
import timemory.internal.text.wordsOf
import timemory.measuredInstead
import timemory.ofNames
import timemory.userBundle

/*
 * Bundles as specified in C: by component numbers, by component names, or by the number assigned to a bundle when it was created.
 */

/**
 * Returns the components of [text]; unknown names are reported once and skipped. If all are unknown, [instead] takes their place, so that a
 * caller who asks for something always gets something.
 */
internal fun componentsIn(text: String, instead: List<ComponentType<*>> = Timemory.components): List<ComponentType<*>> =
    typesOf(NamedComponents.of(wordsOf(text), ::userBundleNamed), instead)

/** Returns the components of [numbers], which are those of `enum.h`; invalid numbers are handled like unknown names. */
internal fun componentsOf(numbers: IntArray): List<ComponentType<*>> {
    val names = numbers.toList().mapNotNull { number ->
        (NUMBERED_COMPONENTS.getOrNull(number) ?: UserNumbers.idOf(number)).also {
            if (it == null) Mistakes.tell("component number $number is not in timemory/enum.h")
        }
    }
    if (names.isEmpty() && numbers.isNotEmpty()) return Timemory.components
    return typesOf(NamedComponents.of(names, ::userBundleNamed), Timemory.components)
}

private fun typesOf(named: NamedComponents, instead: List<ComponentType<*>>): List<ComponentType<*>> {
    val types = if (named.isAllMistaken) instead else named.types.distinct()
    named.mistake?.let { Mistakes.tell("$it; ${measuredInstead(types)}") }
    return types
}

/** Returns the ids of the components of [text], to be added or removed; unknown names are reported once. */
internal fun idsNamedIn(text: String): String {
    val named = NamedComponents.of(wordsOf(text), ::userBundleNamed)
    named.mistake?.let(Mistakes::tell)
    return named.types.distinct().joinToString(",") { it.id }
}

private fun userBundleNamed(name: String): List<ComponentType<*>>? {
    val plain = name.lowercase()
    componentsOfUserBundle(plain)?.let { return it }
    // For those that timemory has but that are not listed, such as user_mpip_bundle.
    if (!plain.startsWith("user_") || !plain.endsWith("_bundle")) return null
    return userBundle(plain.removePrefix("user_").removeSuffix("_bundle")).types
}

/** Returns the numbers of [types]: those of `enum.h`, and those that the program assigned to custom components. */
internal fun numbersOf(types: List<ComponentType<*>>): List<Int> = types.mapNotNull { UserNumbers.numberOf(it.id) }

/** Bundles by a key for their components, created on first use. */
internal class KnownBundles<K : Any>(private val typesOf: (K) -> List<ComponentType<*>>) : SynchronizedObject() {
    private val known = HashMap<K, Bundle?>()

    /** Returns the bundle of [key]; `null` if it has no components. */
    fun of(key: K): Bundle? = synchronized(this) {
        if (known.size > LIMIT) known.clear()
        known.getOrPut(key) { bundleWith(typesOf(key)) }
    }

    private companion object {
        /** More than anyone needs on purpose. */
        const val LIMIT = 10_000
    }
}

/** Returns the bundle of [types]; `null` if there are none, or too many, which is reported. */
internal fun bundleWith(types: List<ComponentType<*>>): Bundle? {
    if (types.isEmpty()) return null
    return try {
        bundleOf(types)
    } catch (failure: IllegalArgumentException) {
        Mistakes.tell(failure.message ?: "too many components")
        null
    }
}

private val byText = KnownBundles(::componentsIn)
private val byNumbers = KnownBundles<List<Int>> { componentsOf(it.toIntArray()) }
private val byTypes = KnownBundles<List<ComponentType<*>>> { it }

internal fun bundleOfText(text: String): Bundle? = byText.of(text)

internal fun bundleOfNumbers(numbers: IntArray): Bundle? = byNumbers.of(numbers.asList())

internal fun bundleOfTypes(types: List<ComponentType<*>>): Bundle? = byTypes.of(types)

/** Bundles with numbers for C, starting at 1. */
internal object NumberedBundles : SynchronizedObject() {
    /** By the key they were created from: a list of components, or options. */
    private val numbers = HashMap<Any, Int>()

    @Volatile
    private var all: Array<Bundle> = emptyArray()

    fun find(number: Int): Bundle? = all.getOrNull(number - 1)

    fun numberOf(types: List<ComponentType<*>>): Int = numberOf(types) { if (types.isEmpty()) bundleOf("none") else bundleOf(types) }

    fun numberOf(options: BundleOptions): Int = numberOf(options) { options.bundle() }

    fun numberOf(bundle: UserBundle): Int = numberOf(bundle) { bundle }

    private inline fun numberOf(key: Any, make: () -> Bundle): Int = synchronized(this) {
        numbers.getOrPut(key) {
            all += make()
            all.size
        }
    }
}

internal fun bundle(components: NativePtr, error: NativePtr): Int = orError(error, 0) {
    val text = textAt(components)
    val types = Components.ofNames(text)
    require(wordsOf(text).isNotEmpty()) { "a bundle has 1 to 64 components, not 0" }
    // If only user bundles are named and none has components, they may get some later.
    val unfilled = if (types.isEmpty()) wordsOf(text).firstNotNullOfOrNull { userBundleLabel(it) } else null
    if (unfilled == null) NumberedBundles.numberOf(types) else NumberedBundles.numberOf(userBundle(unfilled))
}

/** Returns the bundle with the number; `null`, which is reported, if there is none. */
internal fun bundleNumbered(number: Int): Bundle? {
    val found = NumberedBundles.find(number)
    if (found == null) Mistakes.tell("there is no bundle $number: did timemory_bundle_create fail?")
    return found
}
