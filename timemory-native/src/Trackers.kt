@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.DoubleVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.pointed
import kotlinx.cinterop.value
import timemory.Category
import timemory.Component
import timemory.ComponentType
import timemory.Components
import timemory.DoubleTracker
import timemory.LongTracker
import timemory.MadeByItsType
import timemory.OfRuntimeType
import timemory.Timemory
import timemory.bundleOf
import timemory.componentTypeOf
import timemory.findOpenComponent
import timemory.internal.callgraph.recording
import timemory.internal.problems.activeProblems
import timemory.keyOf

/*
 * Named trackers: components that record numbers which the program stores in an open region. Implementation of timemory/tracker.h.
 */

/** The values of `timemory_tracker_kind`. */
private enum class TrackerKind { FLOATING, INTEGER, UNSIGNED }

/** The type of a named tracker. Its unit is [factor] raw units. */
private class TrackerType(id: String, description: String, private val unit: String, private val kind: TrackerKind) :
    ComponentType<Component>(id, description, quantityOf(unit), MadeByItsType) {
    val factor: Double = quantity.units.first { it.symbol == unit }.size

    override val category: String get() = Category.DATA
    override val source: String get() = "store() calls of the program"
    override val mayBeCalibrated: Boolean get() = true

    override fun create(): Component =
        if (kind == TrackerKind.FLOATING) NamedDoubleTracker(this) else NamedLongTracker(this, kind == TrackerKind.UNSIGNED)

    fun isDefinedAs(other: TrackerType): Boolean =
        id == other.id && description == other.description && unit == other.unit && kind == other.kind
}

private class NamedDoubleTracker(override val runtimeType: TrackerType) : DoubleTracker(), OfRuntimeType

private class NamedLongTracker(override val runtimeType: TrackerType, private val isUnsigned: Boolean) : LongTracker(), OfRuntimeType {
    override fun checkNegative(value: Long) {
        require(!isUnsigned || value >= 0L) { "$value is below 0: ${runtimeType.id} tracks non-negative integers" }
    }
}

/** A tracker that C code refers to by number. */
private class NumberedTracker(val type: ComponentType<*>) {
    val key: Any = keyOf(type.create())
    val alone by lazy { bundleOf(listOf(type)) }
}

/** Trackers by the numbers that C code uses, starting with 1. */
private object NumberedTrackers : SynchronizedObject() {
    @Volatile
    private var all: Array<NumberedTracker> = emptyArray()

    fun numberOf(type: ComponentType<*>): Int = synchronized(this) {
        val known = all.indexOfFirst { it.type === type }
        if (known < 0) all += NumberedTracker(type)
        if (known < 0) all.size else known + 1
    }

    fun at(number: Int): NumberedTracker =
        requireNotNull(all.getOrNull(number - 1)) { "$number is not the number of a tracker: did timemory_tracker_create fail?" }
}

/** Returns the same number for the same definition, so that several libraries of one program can share a tracker. */
internal fun tracker(id: NativePtr, description: NativePtr, unit: NativePtr, kind: Int, error: NativePtr): Int = orError(error, 0) {
    val kindOfNumbers = requireNotNull(TrackerKind.entries.getOrNull(kind)) {
        "tracker '${textAt(id)}': $kind is not a timemory_tracker_kind (${TrackerKind.entries.indices})"
    }
    val type = TrackerType(textAt(id), textAt(description), textAt(unit), kindOfNumbers)
    val known = Components.find(type.id)
    if (known is TrackerType && known.isDefinedAs(type)) return NumberedTrackers.numberOf(known)
    Components.register(type)
    NumberedTrackers.numberOf(type)
}

internal fun trackerNamed(id: NativePtr, error: NativePtr): Int = orError(error, 0) {
    val type = requireNotNull(Components.find(textAt(id))) { "there is no component '${textAt(id)}'" }
    type.create().requireTracker()
    NumberedTrackers.numberOf(type)
}

internal fun trackerChange(tracker: Int, change: Int, key: NativePtr, value: Double, error: NativePtr): Int = orError(error, 0) {
    inOpenRegion(tracker) { it.change(change, textAt(key), value) }
    1
}

internal fun trackerChangeInteger(tracker: Int, change: Int, key: NativePtr, value: Long, error: NativePtr): Int = orError(error, 0) {
    inOpenRegion(tracker) { it.change(change, textAt(key), value) }
    1
}

internal fun trackerValue(tracker: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int = orError(error, 0) {
    var found: Double? = if (which == SECONDARY) null else 0.0
    inOpenRegion(tracker) { found = it.numberInLap(which, textAt(key)) }
    found.store(into)
}

internal fun trackerValueInteger(tracker: Int, which: Int, key: NativePtr, into: NativePtr, error: NativePtr): Int = orError(error, 0) {
    var found: Long? = if (which == SECONDARY) null else 0L
    inOpenRegion(tracker) { found = it.integerInLap(which, textAt(key)) }
    found.store(into)
}

internal fun trackerTrack(tracker: Int, name: Int, text: NativePtr, value: Double, error: NativePtr): Int = orError(error, 0) {
    inRegionOfItsOwn(tracker, nameOf(name, text)) { it.change(STORE, "", value) }
    1
}

internal fun trackerTrackInteger(tracker: Int, name: Int, text: NativePtr, value: Long, error: NativePtr): Int = orError(error, 0) {
    inRegionOfItsOwn(tracker, nameOf(name, text)) { it.change(STORE, "", value) }
    1
}

/** Calls [use] with the component of the innermost open region that has the tracker, unless recording is off. */
private inline fun inOpenRegion(number: Int, use: (Component) -> Unit) {
    val tracker = NumberedTrackers.at(number)
    if (!recording) return
    findOpenComponent(tracker.key, ::refuseWithoutRegion)?.let(use)
}

private fun refuseWithoutRegion(key: Any): Component? {
    val id = componentTypeOf(key)?.id
    val why = "no region with $id is open on this thread, so nothing was stored. Open one with $id among its components"
    activeProblems().report("store without region", why)
    error(why)
}

private inline fun inRegionOfItsOwn(number: Int, label: String, use: (Component) -> Unit) {
    val tracker = NumberedTrackers.at(number)
    if (Timemory.isInitialized && !Timemory.isEnabled) return
    val region = tracker.alone.open(label) ?: return
    try {
        if (recording) findOpenComponent(tracker.key, { null })?.let(use)
    } finally {
        region.close()
    }
}

/** Changes of a tracker's lap: the values of `enum tm_change` in c/tracker_values.h. */
internal const val STORE = 0
internal const val MARK_BEGIN = 1
internal const val MARK_END = 2
private const val ADD_SECONDARY = 3
private const val SET_SECONDARY = 4

/** Numbers read from a tracker's lap: the values of `enum tm_which`. */
private const val MARK = 1
private const val SECONDARY = 2

internal fun Component.requireTracker() {
    require(this is LongTracker || this is DoubleTracker) {
        "${this::class.simpleName} does not store data: use data_tracker_integer, data_tracker_floating or a named tracker"
    }
}

internal fun Component.change(what: Int, key: String, value: Double): Unit = when (this) {
    is LongTracker -> change(what, key, whole(value))

    is DoubleTracker -> {
        val raw = value * factor
        when (what) {
            STORE -> store(raw)
            MARK_BEGIN -> markBegin(raw)
            MARK_END -> markEnd(raw)
            ADD_SECONDARY -> addSecondary(key, raw)
            SET_SECONDARY -> addSecondary(key, raw) { _, latest -> latest }
            else -> error("there is no change $what")
        }
    }

    else -> requireTracker()
}

internal fun Component.change(what: Int, key: String, value: Long) {
    if (this !is LongTracker) return change(what, key, value.toDouble())
    val raw = inRawUnits(value)
    when (what) {
        STORE -> store(raw)
        MARK_BEGIN -> markBegin(raw)
        MARK_END -> markEnd(raw)
        ADD_SECONDARY -> addSecondary(key, raw)
        SET_SECONDARY -> addSecondary(key, raw) { _, latest -> latest }
        else -> error("there is no change $what")
    }
}

internal fun Component.numberInLap(which: Int, key: String): Double? = when (this) {
    is LongTracker -> integerInLap(which, key)?.toDouble()

    is DoubleTracker -> when (which) {
        MARK -> markInLap
        SECONDARY -> secondaryInLap(key)
        else -> valueInLap
    }?.div(factor)

    else -> null
}

internal fun Component.integerInLap(which: Int, key: String): Long? {
    if (this !is LongTracker) return numberInLap(which, key)?.toLong()
    val raw = when (which) {
        MARK -> markInLap
        SECONDARY -> secondaryInLap(key)
        else -> valueInLap
    }
    return raw?.div(factor.toLong())
}

internal fun Double?.store(into: NativePtr): Int {
    interpretCPointer<DoubleVar>(into)!!.pointed.value = this ?: 0.0
    return if (this == null) 0 else 1
}

internal fun Long?.store(into: NativePtr): Int {
    interpretCPointer<LongVar>(into)!!.pointed.value = this ?: 0L
    return if (this == null) 0 else 1
}

private val Component.factor: Double get() = ((this as? OfRuntimeType)?.runtimeType as? TrackerType)?.factor ?: 1.0

private fun whole(value: Double): Long {
    require(value == kotlin.math.floor(value) && value >= Long.MIN_VALUE.toDouble() && value < -Long.MIN_VALUE.toDouble()) {
        "$value is not a 64-bit integer: use data_tracker_floating"
    }
    return value.toLong()
}

private fun Component.inRawUnits(value: Long): Long {
    val times = factor.toLong()
    val raw = value * times
    require(raw / times == value) { "$value is too large for the unit of ${(this as OfRuntimeType).runtimeType.id}" }
    return raw
}
