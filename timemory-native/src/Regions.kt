@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.ComponentType
import timemory.CpuClock
import timemory.CpuUtil
import timemory.OpenRegion
import timemory.PeakRss
import timemory.Timemory
import timemory.WallClock
import timemory.bundle.Bundle
import timemory.userBundle

/*
 * Regions by name, and records, which are regions by number.
 */

internal fun push(name: Int, text: NativePtr): Unit = Timemory.pushRegion(nameOf(name, text))

internal fun pop(name: Int, text: NativePtr): Unit = Timemory.popRegion(nameOf(name, text))

internal fun bundlePush(bundle: Int, name: Int, text: NativePtr) {
    bundleNumbered(bundle)?.push(nameOf(name, text))
}

internal fun bundlePop(bundle: Int, name: Int, text: NativePtr) {
    bundleNumbered(bundle)?.pop(nameOf(name, text))
}

internal inline fun record(open: () -> OpenRegion?): Long {
    if (Timemory.isInitialized && !Timemory.isEnabled) return UNRECORDED
    return records.add(open() ?: return UNRECORDED)
}

private fun record(bundle: Bundle?, name: Int, text: NativePtr): Long = record { bundle?.open(nameOf(name, text)) }

internal fun begin(name: Int, text: NativePtr): Long = record { Timemory.open(nameOf(name, text)) }

internal fun beginEnum(name: Int, text: NativePtr, count: Int, components: NativePtr): Long =
    record(bundleOfNumbers(numbersAt(count, components)), name, text)

internal fun beginTypes(name: Int, text: NativePtr, components: NativePtr): Long = record(bundleOfText(textAt(components)), name, text)

internal fun bundleBegin(bundle: Int, name: Int, text: NativePtr): Long = record(bundleNumbered(bundle), name, text)

private val AUTO_TIMER: List<ComponentType<*>> = listOf(WallClock, CpuClock, CpuUtil, PeakRss)

internal fun beginAutoTimer(name: Int, text: NativePtr): Long {
    beginImplicitly() // for the settings of the user bundle
    return record(bundleOfTypes((AUTO_TIMER + userBundle("GLOBAL").types).distinct()), name, text)
}

internal fun end(id: Long) {
    val region = records.remove(id)
    if (region == null) Mistakes.tell("timemory_end_record: this thread has not started record $id, or ended it") else region.close()
}
