package timemory

import kotlin.jvm.JvmName
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.recording
import timemory.internal.problems.activeProblems

/*
 * Stores data of the program in a component of the open region: the innermost one, of this thread or coroutine, that has the component.
 * Nothing happens while measuring is off; if no such region is open, nothing is stored and the mistake is reported once.
 */

/** Sets the value of [T] in the open region: see [LongTracker.store]. */
@JvmName("storeLong")
public inline fun <reified T : LongTracker> store(value: Long) {
    openComponent<T>()?.store(value)
}

/** Sets the value of [T] in the open region to the result of [combine] for the current value and [value]: see [LongTracker.store]. */
@JvmName("storeLong")
public inline fun <reified T : LongTracker> store(value: Long, combine: LongCombination) {
    openComponent<T>()?.store(value, combine)
}

/** Keeps [value] for [markEnd], in the open region: see [LongTracker.markBegin]. */
@JvmName("markLongBegin")
public inline fun <reified T : LongTracker> markBegin(value: Long) {
    openComponent<T>()?.markBegin(value)
}

/**
 * Adds the difference between [value] and that of the last [markBegin] to the value of [T] in the open region: see [LongTracker.markEnd].
 */
@JvmName("markLongEnd")
public inline fun <reified T : LongTracker> markEnd(value: Long) {
    openComponent<T>()?.markEnd(value)
}

/** Adds the result of [combine] for the last [markBegin] and [value] to the value of [T] in the open region: see [LongTracker.markEnd]. */
@JvmName("markLongEnd")
public inline fun <reified T : LongTracker> markEnd(value: Long, combine: LongCombination) {
    openComponent<T>()?.markEnd(value, combine)
}

/** Records [value] under [key], as a child of the open region: see [LongTracker.addSecondary]. */
@JvmName("addLongSecondary")
public inline fun <reified T : LongTracker> addSecondary(key: String, value: Long) {
    openComponent<T>()?.addSecondary(key, value)
}

/**
 * Records the result of [combine] for the current value of [key] in this lap and [value], as a child region: see
 * [LongTracker.addSecondary].
 */
@JvmName("addLongSecondary")
public inline fun <reified T : LongTracker> addSecondary(key: String, value: Long, combine: LongCombination) {
    openComponent<T>()?.addSecondary(key, value, combine)
}

/** Records [value] as a lap of the region [label] that is measured by [T] only: `track<Residual>("step", 1e-6)`. */
@JvmName("trackLong")
public inline fun <reified T : LongTracker> track(label: String, value: Long) {
    measure<T>(label) { store<T>(value) }
}

/** Sets the value of [T] in the open region: see [DoubleTracker.store]. */
@JvmName("storeDouble")
public inline fun <reified T : DoubleTracker> store(value: Double) {
    openComponent<T>()?.store(value)
}

/** Sets the value of [T] in the open region to the result of [combine] for the current value and [value]: see [DoubleTracker.store]. */
@JvmName("storeDouble")
public inline fun <reified T : DoubleTracker> store(value: Double, combine: DoubleCombination) {
    openComponent<T>()?.store(value, combine)
}

/** Keeps [value] for [markEnd], in the open region: see [DoubleTracker.markBegin]. */
@JvmName("markDoubleBegin")
public inline fun <reified T : DoubleTracker> markBegin(value: Double) {
    openComponent<T>()?.markBegin(value)
}

/**
 * Adds the difference between [value] and that of the last [markBegin] to the value of [T] in the open region: see [DoubleTracker.markEnd].
 */
@JvmName("markDoubleEnd")
public inline fun <reified T : DoubleTracker> markEnd(value: Double) {
    openComponent<T>()?.markEnd(value)
}

/**
 * Adds the result of [combine] for the last [markBegin] and [value] to the value of [T] in the open region: see [DoubleTracker.markEnd].
 */
@JvmName("markDoubleEnd")
public inline fun <reified T : DoubleTracker> markEnd(value: Double, combine: DoubleCombination) {
    openComponent<T>()?.markEnd(value, combine)
}

/** Records [value] under [key], as a child of the open region: see [DoubleTracker.addSecondary]. */
@JvmName("addDoubleSecondary")
public inline fun <reified T : DoubleTracker> addSecondary(key: String, value: Double) {
    openComponent<T>()?.addSecondary(key, value)
}

/**
 * Records the result of [combine] for the current value of [key] in this lap and [value], as a child region: see
 * [DoubleTracker.addSecondary].
 */
@JvmName("addDoubleSecondary")
public inline fun <reified T : DoubleTracker> addSecondary(key: String, value: Double, combine: DoubleCombination) {
    openComponent<T>()?.addSecondary(key, value, combine)
}

/** Records [value] as a lap of the region [label] that is measured by [T] only: `track<Residual>("step", 1e-6)`. */
@JvmName("trackDouble")
public inline fun <reified T : DoubleTracker> track(label: String, value: Double) {
    measure<T>(label) { store<T>(value) }
}

/** Sets the value of [T] in the open region: `store<Shapes, _>(shape)`; see [ValueTracker.store]. */
@JvmName("storeValue")
public inline fun <reified T : ValueTracker<V>, V : Any> store(value: V) {
    openComponent<T>()?.store(value)
}

/** Sets the value of [T] in the open region to the result of [combine] for the current value and [value]: see [ValueTracker.store]. */
@JvmName("storeValue")
public inline fun <reified T : ValueTracker<V>, V : Any> store(value: V, noinline combine: (V, V) -> V) {
    openComponent<T>()?.store(value, combine)
}

/** Keeps [value] for [markEnd], in the open region: see [ValueTracker.markBegin]. */
@JvmName("markValueBegin")
public inline fun <reified T : ValueTracker<V>, V : Any> markBegin(value: V) {
    openComponent<T>()?.markBegin(value)
}

/** Adds the result of [combine] for the last [markBegin] and [value] to the value of [T] in the open region: see [ValueTracker.markEnd]. */
@JvmName("markValueEnd")
public inline fun <reified T : ValueTracker<V>, V : Any> markEnd(value: V, noinline combine: (V, V) -> V) {
    openComponent<T>()?.markEnd(value, combine)
}

/** Records [value] under [key], as a child of the open region: see [ValueTracker.addSecondary]. */
@JvmName("addValueSecondary")
public inline fun <reified T : ValueTracker<V>, V : Any> addSecondary(key: String, value: V) {
    openComponent<T>()?.addSecondary(key, value)
}

/**
 * Records the result of [combine] for the current value of [key] in this lap and [value], as a child region: see
 * [ValueTracker.addSecondary].
 */
@JvmName("addValueSecondary")
public inline fun <reified T : ValueTracker<V>, V : Any> addSecondary(key: String, value: V, noinline combine: (V, V) -> V) {
    openComponent<T>()?.addSecondary(key, value, combine)
}

/** Records [value] as a lap of the region [label] that is measured by [T] only. */
@JvmName("trackValue")
public inline fun <reified T : ValueTracker<V>, V : Any> track(label: String, value: V) {
    measure<T>(label) { store<T, V>(value) }
}

/** Returns the component [T] of the innermost open region that has it; `null` if there is none, which is reported once. */
@PublishedApi
internal inline fun <reified T : Component> openComponent(): T? = if (recording) findOpenComponent(typeKey<T>()) as T? else null

/** Also `null` if the component is unavailable on this machine, which the session has reported already. */
@PublishedApi
internal fun findOpenComponent(key: Any): Component? = findOpenComponent(key, ::notOpen)

/** Like the function without it, but returns the result of [otherwise] for the key if no open region has the component. */
internal fun findOpenComponent(key: Any, otherwise: (Any) -> Component?): Component? {
    currentGraph?.forEachOpen { node ->
        if (node.isFrame) return findOpenComponent(key, currentGraph?.frame?.strand?.lap, otherwise)
        val index = node.set.indexOf(key)
        if (index >= 0) return node.components[index]
    }
    return otherwise(key)
}

private fun findOpenComponent(key: Any, innermost: SuspendingLap?, otherwise: (Any) -> Component?): Component? {
    var lap = innermost
    while (lap != null) {
        val index = lap.set.indexOf(key)
        if (index >= 0) return lap.whole[index]
        lap = lap.outer
    }
    return otherwise(key)
}

private fun notOpen(key: Any): Component? {
    activeProblems().report("store without region") {
        "no region with ${nameOf(key)} is open here: the stored value is lost. " +
            "Call store() inside measure<${nameOf(key)}>; a region of measureSuspending is found only if its coroutine has the " +
            "context element measured()"
    }
    return null
}
