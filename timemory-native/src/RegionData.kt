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
import timemory.DataTrackerUnsigned
import timemory.DoubleTracker
import timemory.LongTracker

/*
 * Data of the program's own in regions that are objects, and arithmetic of their totals: what timemory/region.h documents.
 */

internal fun regionStore(region: NativePtr, component: Int, value: Double, error: NativePtr): Int = orError(error, 0) {
    regionAt(region).change(component) { it.store(value) }
}

internal fun regionStoreInteger(region: NativePtr, component: Int, value: Long, error: NativePtr): Int = orError(error, 0) {
    regionAt(region).change(component) { if (it is LongTracker) it.storeWhole(value) else it.store(value.toDouble()) }
}

internal fun regionMark(region: NativePtr, component: Int, value: Double, isEnd: Int, error: NativePtr): Int = orError(error, 0) {
    val measured = regionAt(region)
    check(measured.region?.isRunning == true) {
        "mark_${if (isEnd != 0) "end" else "begin"}: region '${measured.region?.label}' is not started"
    }
    measured.change(component) {
        when (it) {
            is LongTracker -> if (isEnd != 0) it.markEnd(it.whole(value)) else it.markBegin(it.whole(value))
            is DoubleTracker -> if (isEnd != 0) it.markEnd(value) else it.markBegin(value)
            else -> it.refuse()
        }
    }
}

/** Has [change] done to component [index] of the lap that runs, of a lap of its own where none does; 0 where nothing is recorded. */
private inline fun RegionObject.change(index: Int, change: (Component) -> Unit): Int {
    val type = requireNotNull(types.getOrNull(index)) { "the region has no component $index, only ${types.size}: ${types.joinToString()}" }
    if (type.create() !is LongTracker && type.create() !is DoubleTracker) type.create().refuse()
    val region = region ?: return 0
    val isRunning = region.isRunning
    if (!isRunning) region.start()
    try {
        // Nothing is there while nothing is recorded.
        region.component(index)?.let(change)
    } finally {
        if (!isRunning) region.stop()
    }
    return 1
}

private fun Component.store(value: Double): Unit = when (this) {
    is LongTracker -> storeWhole(whole(value))
    is DoubleTracker -> store(value)
    else -> refuse()
}

private fun LongTracker.whole(value: Double): Long {
    require(value == kotlin.math.floor(value) && value >= Long.MIN_VALUE.toDouble() && value < -Long.MIN_VALUE.toDouble()) {
        "$value is not a 64-bit integer: use data_tracker_floating"
    }
    return value.toLong()
}

private fun LongTracker.storeWhole(value: Long) {
    require(this !is DataTrackerUnsigned || value >= 0L) { "$value is below 0: use data_tracker_integer" }
    store(value)
}

private fun Component.refuse(): Nothing = throw IllegalArgumentException(
    "${this::class.simpleName} does not store data: " +
        "use data_tracker_integer or data_tracker_floating",
)

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
