@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.DoubleVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.pointed
import kotlinx.cinterop.value
import timemory.Component
import timemory.ComponentType

/*
 * The program's own data in regions that are objects, and arithmetic on their totals: implementation of timemory/region.h.
 */

internal fun regionChange(region: NativePtr, component: Int, change: Int, key: NativePtr, value: Double, error: NativePtr): Int =
    orError(error, 0) { regionAt(region).change(component, change) { it.change(change, textAt(key), value) } }

internal fun regionChangeInteger(region: NativePtr, component: Int, change: Int, key: NativePtr, value: Long, error: NativePtr): Int =
    orError(error, 0) { regionAt(region).change(component, change) { it.change(change, textAt(key), value) } }

internal fun regionValue(region: NativePtr, component: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int =
    orError(error, 0) { regionAt(region).runningTracker(component)?.numberInLap(which, textAt(key)).store(into) }

internal fun regionValueInteger(region: NativePtr, component: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int =
    orError(error, 0) { regionAt(region).runningTracker(component)?.integerInLap(which, textAt(key)).store(into) }

private fun RegionObject.typeAt(index: Int): ComponentType<*> {
    val type = requireNotNull(types.getOrNull(index)) { "the region has no component $index, only ${types.size}: ${types.joinToString()}" }
    type.create().requireTracker()
    return type
}

/** The tracker of the open lap; `null` if there is none. */
private fun RegionObject.runningTracker(index: Int): Component? {
    typeAt(index)
    return region?.takeIf { it.isRunning }?.component(index)
}

/** Applies [work] to component [index] of the open lap, or of a separate lap if none is open; returns 0 if nothing is recorded. */
private inline fun RegionObject.change(index: Int, change: Int, work: (Component) -> Unit): Int {
    val isMark = change == MARK_BEGIN || change == MARK_END
    check(!isMark || region?.isRunning == true) {
        "mark_${if (change == MARK_END) "end" else "begin"}: region '${region?.label}' is not started"
    }
    typeAt(index)
    val region = region ?: return 0
    val isRunning = region.isRunning
    if (!isRunning) region.start()
    try {
        // There is nothing while nothing is recorded.
        region.component(index)?.let(work)
    } finally {
        if (!isRunning) region.stop()
    }
    return 1
}

internal fun regionReading(region: NativePtr, component: Int, into: NativePtr, error: NativePtr): Int = orError(error, 0) {
    val measured = regionAt(region)
    val type = requireNotNull(measured.types.getOrNull(component)) { "the region has no component $component" }
    val reading = requireNotNull(type.readingNow()) { "${type.id} has no reading without a lap: start and stop it" }
    interpretCPointer<DoubleVar>(into)!!.pointed.value = reading / measured.metrics[component].numbers[0].fileUnit.size
    1
}

internal fun regionCombine(region: NativePtr, other: NativePtr, subtracts: Int, error: NativePtr): Int = orError(error, 0) {
    val changed = regionAt(region)
    val added = regionAt(other)
    require(changed.types == added.types) { "regions of ${changed.types} and of ${added.types} have no totals in common" }
    if (subtracts != 0) changed.subtract(added) else changed.add(added)
    1
}
