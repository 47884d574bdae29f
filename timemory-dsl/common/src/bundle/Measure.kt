@file:OptIn(ExperimentalContracts::class)

package timemory

import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.jvm.JvmName

/*
 * `measure<WallClock, PeakRss>("region") { ... }` for one to eight components.
 *
 * The block stands once in the compiled code, whether measuring is on or off: a second copy for the case that it is off would keep
 * the compiler from optimising either as well as the plain code.
 */

/**
 * Measures [block] as one lap of the region [label], with the components that were chosen when the program runs: pushed by
 * [Timemory.pushComponents], or named by the setting `TIMEMORY_COMPONENTS`; a wall clock without either.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 */
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

/** As [measure] with one component, and returns what [block] returns: `measureValue<WallClock, _>("region") { 42 }`. */
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

/**
 * Measures [block] with two components as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure2")
public inline fun <reified A : Component, reified B : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, B, Unit>(label, scope, block)
}

/** As [measure] with two components, and returns what [block] returns: `measureValue<WallClock, PeakRss, _>("region") { 42 }`. */
@JvmName("measureValue2")
public inline fun <reified A : Component, reified B : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>(), typeKey<B>()) else null
    if (node != null) start2<A, B>(node)
    try {
        return block()
    } finally {
        if (node != null) stop2<A, B>(node)
    }
}

/**
 * Measures [block] with three components as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure3")
public inline fun <reified A : Component, reified B : Component, reified C : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, B, C, Unit>(label, scope, block)
}

/** As [measure] with three components, and returns what [block] returns: `measureValue<WallClock, PeakRss, CpuClock, _>("region") { 42 }`. */
@JvmName("measureValue3")
public inline fun <reified A : Component, reified B : Component, reified C : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>(), typeKey<B>(), typeKey<C>()) else null
    if (node != null) start3<A, B, C>(node)
    try {
        return block()
    } finally {
        if (node != null) stop3<A, B, C>(node)
    }
}

/**
 * Measures [block] with four components as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure4")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, B, C, D, Unit>(label, scope, block)
}

/** As [measure] with four components, and returns what [block] returns: `measureValue<WallClock, PeakRss, CpuClock, PageRss, _>("region") { 42 }`. */
@JvmName("measureValue4")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>()) else null
    if (node != null) start4<A, B, C, D>(node)
    try {
        return block()
    } finally {
        if (node != null) stop4<A, B, C, D>(node)
    }
}

/**
 * Measures [block] with five components as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure5")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, B, C, D, E, Unit>(label, scope, block)
}

/** As [measure] with five components, and returns what [block] returns: `measureValue<WallClock, PeakRss, CpuClock, PageRss, TripCount, _>("region") { 42 }`. */
@JvmName("measureValue5")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>()) else null
    if (node != null) start5<A, B, C, D, E>(node)
    try {
        return block()
    } finally {
        if (node != null) stop5<A, B, C, D, E>(node)
    }
}

/**
 * Measures [block] with six components as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure6")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, B, C, D, E, F, Unit>(label, scope, block)
}

/** As [measure] with six components, and returns what [block] returns: `measureValue<WallClock, PeakRss, CpuClock, PageRss, TripCount, ThreadCpuClock, _>("region") { 42 }`. */
@JvmName("measureValue6")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>()) else null
    if (node != null) start6<A, B, C, D, E, F>(node)
    try {
        return block()
    } finally {
        if (node != null) stop6<A, B, C, D, E, F>(node)
    }
}

/**
 * Measures [block] with seven components as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure7")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, B, C, D, E, F, G, Unit>(label, scope, block)
}

/** As [measure] with seven components, and returns what [block] returns: `measureValue<WallClock, PeakRss, CpuClock, PageRss, TripCount, ThreadCpuClock, G, _>("region") { 42 }`. */
@JvmName("measureValue7")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>(), typeKey<G>()) else null
    if (node != null) start7<A, B, C, D, E, F, G>(node)
    try {
        return block()
    } finally {
        if (node != null) stop7<A, B, C, D, E, F, G>(node)
    }
}

/**
 * Measures [block] with eight components as one lap of the region [label], below the region that is open around it.
 *
 * The region ends however [block] is left: at its end, by `return`, `break` or an exception. While measuring is off, the cost is
 * that of one check.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measure8")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component> measure(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureValue<A, B, C, D, E, F, G, H, Unit>(label, scope, block)
}

/** As [measure] with eight components, and returns what [block] returns: `measureValue<WallClock, PeakRss, CpuClock, PageRss, TripCount, ThreadCpuClock, G, H, _>("region") { 42 }`. */
@JvmName("measureValue8")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component, R> measureValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val node = if (recording) enter(label, scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>(), typeKey<G>(), typeKey<H>()) else null
    if (node != null) start8<A, B, C, D, E, F, G, H>(node)
    try {
        return block()
    } finally {
        if (node != null) stop8<A, B, C, D, E, F, G, H>(node)
    }
}
