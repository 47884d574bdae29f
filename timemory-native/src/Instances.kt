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
import timemory.Component
import timemory.ComponentType
import timemory.Components
import timemory.LateComponent
import timemory.MarkerComponent
import timemory.Totals
import timemory.ofName
import timemory.reasonAgainst
import timemory.results.Metric

/*
 * Components without a region: timemory_instance of timemory/component.h. Also called by threads that are in a function of a component.
 */

internal class Instance(private val type: ComponentType<*>, label: String) {
    private val component: Component = type.create().also { it.joinedRegion(label) }
    private val metric = Metric.of(type)
    private var isRunning = false

    fun start() {
        check(!isRunning) { "timemory_instance_start: $type was started already" }
        component.start()
        isRunning = true
    }

    fun stop() {
        check(isRunning) { "timemory_instance_stop: $type was not started" }
        isRunning = false
        component.stop()
    }

    /** Returns number [element] over all laps; `null` if there is no such number, or no lap. */
    fun numbers(element: Int): DoubleArray? {
        val unit = metric.numbers.getOrNull(element)?.fileUnit?.size ?: return null
        if (component is LateComponent) component.settle(wait = true)
        val totals = Totals(type).also(component::addTo)
        if (totals.laps == 0L) return null
        val raw = with(totals.statistics[element]) {
            doubleArrayOf(totals.last(element), totals.sum(element), min, max, mean, standardDeviation)
        }
        return doubleArrayOf(totals.laps.toDouble()) + DoubleArray(raw.size) { raw[it] / unit }
    }

    /** Ends what has been started in other tools. */
    fun close() {
        if (isRunning && component is MarkerComponent) component.abandon()
    }
}

private fun refAt(pointer: NativePtr): StableRef<Instance> = interpretCPointer<CPointed>(pointer)!!.asStableRef()

internal fun instance(component: NativePtr, label: NativePtr, error: NativePtr): NativePtr = orError(error, NativePtr.NULL) {
    val type = Components.ofName(textAt(component))
    type.reasonAgainst()?.let { throw IllegalStateException("component $type is unavailable: $it") }
    require(!type.isSampled) { "component $type measures regions only: it counts samples that fall in them" }
    StableRef.create(Instance(type, textAt(label))).asCPointer().rawValue
}

internal fun instanceStart(instance: NativePtr, error: NativePtr): Int = orError(error, 0) {
    refAt(instance).get().start()
    1
}

internal fun instanceStop(instance: NativePtr, error: NativePtr): Int = orError(error, 0) {
    refAt(instance).get().stop()
    1
}

internal fun instanceGet(instance: NativePtr, element: Int, into: NativePtr): Int = orTell(0) {
    val found = refAt(instance).get().numbers(element) ?: return 0
    val numbers = interpretCPointer<DoubleVar>(into) ?: return 0
    found.forEachIndexed { i, number -> numbers[i] = number }
    1
}

internal fun instanceDestroy(instance: NativePtr): Unit = orTell(Unit) {
    val reference = refAt(instance)
    reference.get().close()
    reference.dispose()
}
