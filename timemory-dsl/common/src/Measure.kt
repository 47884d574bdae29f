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
 * The function `measure<WallClock, PeakRss>("region") { ... }` for one component; MeasureArities.kt, generated from this pattern, contains
 * those for two to eight.
 *
 * The block occurs only once in the compiled code, whether measuring is on or off: a second copy for the disabled case would keep the
 * compiler from optimising either as well as the plain code.
 */

/**
 * Measures [block] as one lap of the region [label], with the components chosen at run time: pushed by [Timemory.pushComponents], or named
 * by the setting `TIMEMORY_COMPONENTS`; a wall clock by default.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. When disabled, the cost is a single check.
 *
 * @param label names the region; laps with the same label at the same position share a call-graph node
 * @sample readme.chosen.choose
 * @since 0.2.0
 */
@Suppress("LEAKED_IN_PLACE_LAMBDA", "WRONG_INVOCATION_KIND") // it is passed to an inline function without a contract, which calls it once
public inline fun measure(label: String, block: () -> Unit) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    Timemory.measure(label, block)
}

/**
 * Measures [block] with one component as one lap of the region [label], a child of the current region.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. When disabled, the cost is a single check.
 *
 * @param label names the region; laps with the same label at the same position share a call-graph node
 * @param scope where the lap is recorded; as the settings specify by default
 * @sample readme.first.main
 * @since 0.2.0
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
