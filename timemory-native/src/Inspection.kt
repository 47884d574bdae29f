@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.CPointed
import kotlinx.cinterop.DoubleVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.StableRef
import kotlinx.cinterop.asStableRef
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.set
import platform.posix.setenv
import timemory.ComponentType
import timemory.Components
import timemory.HardwareEvents
import timemory.Timemory
import timemory.Totals
import timemory.bundle.Region
import timemory.bundleOf
import timemory.export.catalogue as catalogueOf
import timemory.export.data.read
import timemory.export.json
import timemory.internal.platform.isPrivileged
import timemory.internal.text.wordsOf
import timemory.minus
import timemory.ofName
import timemory.ofNames
import timemory.plus
import timemory.results.Metric
import timemory.results.Results
import timemory.settings.SettingsBuilder
import timemory.spi.componentsOfTool

/*
 * Regions as objects, and access to components, settings and results: implementation of timemory/bundle.h.
 */

/**
 * A region with its components and the handle that measures them; without components, which is possible with user bundles, it measures
 * nothing.
 */
internal class RegionObject(val region: Region?) {
    val types: List<ComponentType<*>> = region?.types.orEmpty()
    val metrics = types.map(Metric::of)

    /**
     * Totals added to those of the region itself, and totals subtracted: stored separately, because the number of laps may be negative in
     * between.
     */
    private var added: List<Totals> = types.map { Totals(it) }
    private var subtracted: List<Totals> = added

    private fun all(): List<Totals> = plus(region?.totals().orEmpty(), added)

    fun totals(): List<Totals> = all().zip(subtracted) { one, less -> if (less.laps == 0L) one else one - less }

    fun add(other: RegionObject) {
        added = plus(added, other.all())
        subtracted = plus(subtracted, other.subtracted)
    }

    fun subtract(other: RegionObject) {
        added = plus(added, other.subtracted)
        subtracted = plus(subtracted, other.all())
    }

    fun reset() {
        region?.reset()
        added = types.map { Totals(it) }
        subtracted = added
    }

    private fun plus(some: List<Totals>, others: List<Totals>): List<Totals> = some.zip(others) { one, other -> one + other }

    companion object {
        fun of(types: List<ComponentType<*>>, name: String): RegionObject =
            RegionObject(if (types.isEmpty()) null else bundleOf(types).region(name))
    }
}

private fun refAt(pointer: NativePtr): StableRef<RegionObject> = interpretCPointer<CPointed>(pointer)!!.asStableRef()

internal fun regionAt(pointer: NativePtr): RegionObject = refAt(pointer).get()

internal fun regionObject(name: NativePtr, components: NativePtr, error: NativePtr): NativePtr = orError(error, NativePtr.NULL) {
    val text = textAt(components)
    require(text.any { it !in ",; \t\n" }) { "timemory_region_create: no component was given" }
    StableRef.create(RegionObject.of(Components.ofNames(text), textAt(name))).asCPointer().rawValue
}

internal fun regionStart(region: NativePtr): Unit = regionAt(region).region?.start() ?: Unit

internal fun regionStop(region: NativePtr): Unit = regionAt(region).region?.stop() ?: Unit

internal fun regionReset(region: NativePtr): Unit = orTell(Unit) { regionAt(region).reset() }

internal fun regionIsRunning(region: NativePtr): Int = if (regionAt(region).region?.isRunning == true) 1 else 0

/** Laps, last, sum, minimum, maximum, mean and standard deviation of one number of one component, in the unit of files. */
internal fun regionGet(region: NativePtr, component: Int, element: Int, into: NativePtr): Int = orTell(0) {
    val measured = regionAt(region)
    val unit = measured.metrics.getOrNull(component)?.numbers?.getOrNull(element)?.fileUnit?.size ?: return 0
    val totals = measured.totals()[component]
    val statistics = totals.statistics.getOrNull(element) ?: return 0
    val numbers = interpretCPointer<DoubleVar>(into) ?: return 0
    val raw = with(statistics) { listOf(totals.last(element), totals.sum(element), min, max, mean, standardDeviation) }
    numbers[0] = totals.laps.toDouble()
    raw.forEachIndexed { i, number -> numbers[i + 1] = number / unit }
    1
}

/** The text of component [component] for all laps if its value is not a number; null otherwise, and if there are no laps. */
internal fun regionText(region: NativePtr, component: Int): NativePtr =
    orTell(NativePtr.NULL) { regionAt(region).totals().getOrNull(component)?.display()?.let(::copyOf) ?: NativePtr.NULL }

internal fun regionDestroy(region: NativePtr): Unit = orTell(Unit) {
    val reference = refAt(region)
    reference.get().region?.close()
    reference.dispose()
}

internal fun catalogue(withCosts: Int): NativePtr = orTell(NativePtr.NULL) { copyOf(Timemory.catalogueOf(withCosts != 0)) }

internal fun hardwareEvents(): NativePtr = orTell(NativePtr.NULL) { copyOf(HardwareEvents.json()) }

internal fun results(component: NativePtr, hierarchy: Int, error: NativePtr): NativePtr = orError(error, NativePtr.NULL) {
    val id = Components.ofName(textAt(component)).id
    Timemory.results()?.json(id, hierarchy != 0)?.let(::copyOf) ?: NativePtr.NULL
}

/** The results in a file or directory: a list with the JSON text of each component. */
internal fun savedResults(path: NativePtr, hierarchy: Int, error: NativePtr): NativePtr = orError(error, NativePtr.NULL) {
    val results = Results.read(textAt(path))
    copyOf(results.graphs.mapNotNull { results.json(it.type.id, hierarchy != 0) }.joinToString(",", "[", "]"))
}

internal fun resultsComponents(): NativePtr = orTell(NativePtr.NULL) {
    copyOf(Timemory.results()?.graphs.orEmpty().joinToString(",") { it.type.id })
}

internal fun setting(name: NativePtr, error: NativePtr): NativePtr =
    orError(error, NativePtr.NULL) { copyOf(Timemory.settings.text(textAt(name))) }

/** The ids of the components that a tool measures with; nothing if it is to measure nothing. */
internal fun toolComponents(given: NativePtr, bundles: NativePtr, usual: NativePtr, error: NativePtr): NativePtr =
    orError(error, NativePtr.NULL) {
        val types = componentsOfTool(textAt(given), wordsOf(textAt(bundles)), Components.ofNames(textAt(usual)))
        copyOf(types.joinToString(",") { it.id })
    }

/** In the environment while nothing is measured, so that measuring starts with it. */
internal fun changeSetting(name: NativePtr, value: NativePtr, error: NativePtr): Int = orError(error, 0) {
    check(!isPrivileged()) { "measuring is off: the program has more privileges than its user (AT_SECURE)" }
    val text = textAt(value)
    val plain = textAt(name).uppercase().removePrefix("TIMEMORY_")
    val changes = SettingsBuilder().apply { set(plain, text) }
    if (!changeSession(changes)) setenv("TIMEMORY_$plain", text, 1)
    1
}

/** Changes settings of the running session; returns false if there is none, or another thread ends it meanwhile. */
internal fun changeSession(changes: SettingsBuilder): Boolean {
    if (!Timemory.isInitialized) return false
    return try {
        Timemory.change(changes)
        true
    } catch (_: IllegalStateException) {
        false
    }
}
