@file:OptIn(ExperimentalContracts::class)

package timemory

import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.coroutines.coroutineContext
import kotlin.jvm.JvmName

/*
 * `measureSuspending<WallClock, ThreadCpuClock>("fetch") { ... }` for one to eight components.
 */

/**
 * Measures [block], which may suspend, with one component as one lap of the region [label].
 *
 * The region follows its coroutine over suspensions, to other threads and dispatchers, and what is measured inside it hangs below it,
 * if the coroutine was launched with [measured] or in a [measuredScope]. Without, its whole time is recorded at the place where
 * it began, and everything else about it is left out, which is said once.
 *
 * A component that belongs to a thread measures on each thread that runs the coroutine, as long as that does, and records the sum. Others
 * go on while the coroutine is suspended. Besides, every such region records its [ActiveTime], its [SuspendedTime], and how many
 * [Suspensions] and [ThreadChanges] there were.
 *
 * The region ends however [block] is left: at its end, by `return`, an exception or cancellation.
 *
 * @param label names the region; laps with one label at one place are one node of the call graph
 * @param scope where the lap is recorded; by default as the settings say
 */
@JvmName("measureSuspending1")
public suspend inline fun <reified A : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, Unit>(label, scope, block)
}

/** As [measureSuspending] with one component, and returns what [block] returns: `measureSuspendingValue<WallClock, _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue1")
public suspend inline fun <reified A : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}

/** As [measureSuspending] with one component, with two components. */
@JvmName("measureSuspending2")
public suspend inline fun <reified A : Component, reified B : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, B, Unit>(label, scope, block)
}

/** As [measureSuspending] with two components, and returns what [block] returns: `measureSuspendingValue<WallClock, ThreadCpuClock, _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue2")
public suspend inline fun <reified A : Component, reified B : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>(), typeKey<B>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}

/** As [measureSuspending] with one component, with three components. */
@JvmName("measureSuspending3")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, B, C, Unit>(label, scope, block)
}

/** As [measureSuspending] with three components, and returns what [block] returns: `measureSuspendingValue<WallClock, ThreadCpuClock, PeakRss, _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue3")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}

/** As [measureSuspending] with one component, with four components. */
@JvmName("measureSuspending4")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, B, C, D, Unit>(label, scope, block)
}

/** As [measureSuspending] with four components, and returns what [block] returns: `measureSuspendingValue<WallClock, ThreadCpuClock, PeakRss, ..., _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue4")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}

/** As [measureSuspending] with one component, with five components. */
@JvmName("measureSuspending5")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, B, C, D, E, Unit>(label, scope, block)
}

/** As [measureSuspending] with five components, and returns what [block] returns: `measureSuspendingValue<WallClock, ThreadCpuClock, PeakRss, ..., _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue5")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}

/** As [measureSuspending] with one component, with six components. */
@JvmName("measureSuspending6")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, B, C, D, E, F, Unit>(label, scope, block)
}

/** As [measureSuspending] with six components, and returns what [block] returns: `measureSuspendingValue<WallClock, ThreadCpuClock, PeakRss, ..., _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue6")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}

/** As [measureSuspending] with one component, with seven components. */
@JvmName("measureSuspending7")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, B, C, D, E, F, G, Unit>(label, scope, block)
}

/** As [measureSuspending] with seven components, and returns what [block] returns: `measureSuspendingValue<WallClock, ThreadCpuClock, PeakRss, ..., _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue7")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>(), typeKey<G>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}

/** As [measureSuspending] with one component, with eight components. */
@JvmName("measureSuspending8")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component> measureSuspending(
    label: String,
    scope: Scope? = null,
    block: () -> Unit,
) {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    measureSuspendingValue<A, B, C, D, E, F, G, H, Unit>(label, scope, block)
}

/** As [measureSuspending] with eight components, and returns what [block] returns: `measureSuspendingValue<WallClock, ThreadCpuClock, PeakRss, ..., _>("fetch") { 42 }`. */
@JvmName("measureSuspendingValue8")
public suspend inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component, R> measureSuspendingValue(
    label: String,
    scope: Scope? = null,
    block: () -> R,
): R {
    contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
    val lap = if (recording) openSuspending(coroutineContext, label, componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>(), typeKey<G>(), typeKey<H>())) else null
    try {
        return block()
    } finally {
        if (lap != null) closeSuspending(lap)
    }
}
