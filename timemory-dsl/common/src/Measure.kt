@file:OptIn(ExperimentalContracts::class)

package timemory

import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.jvm.JvmName
import timemory.internal.callgraph.enter
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.start1
import timemory.internal.callgraph.stop1

/*
 * `measure<WallClock, PeakRss>("region") { ... }` for one component; MeasureArities.kt, which is generated from the same pattern, has those
 * for two to eight.
 *
 * The block stands once in the compiled code, whether measuring is on or off: a second copy for the case that it is off would keep
 * the compiler from optimising either as well as the plain code.
 */

/**
 * Measures [block] as one lap of the region [label], with the components chosen at run time: pushed by [Timemory.pushComponents], or named
 * by the setting `TIMEMORY_COMPONENTS`; by default a wall clock.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 */
@Suppress("LEAKED_IN_PLACE_LAMBDA", "WRONG_INVOCATION_KIND") // it is passed to an inline function without a contract, called once
public inline fun measure(label: String, block: () -> Unit) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    Timemory.measure(label, block)
}

/**
 * Measures [block] with one component as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure1")
public inline fun <reified A : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, Unit>(label, scope, block)
}

/** Measures [block] with one component and returns its result: `measureValue<WallClock, _>("region") { 42 }`. */
@JvmName("measureValue1")
public inline fun <reified A : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>()) else null
    if (node != null) start1<A>(node)
    try {
        return block()
    } finally {
        if (node != null) stop1<A>(node)
    }
}
