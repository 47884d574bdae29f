@file:OptIn(ExperimentalContracts::class)

package timemory

import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.coroutines.coroutineContext
import kotlin.jvm.JvmName
import timemory.internal.callgraph.closeSuspending
import timemory.internal.callgraph.componentSet
import timemory.internal.callgraph.openSuspending
import timemory.internal.callgraph.recording

/*
 * The function `measureSuspending<WallClock, ThreadCpuClock>("fetch") { ... }` for one component; MeasureSuspendingArities.kt, generated
 * from this pattern, contains those for two to eight.
 */

/**
 * Measures the suspending [block] with one component as one lap of the region [label].
 *
 * The region follows its coroutine across suspensions, threads and dispatchers, and regions inside it become its children, if the coroutine
 * was launched with [measured] or in a [measuredScope]. Otherwise only its total time is recorded, below the region where it started, which
 * is reported once.
 *
 * A thread-bound component measures each thread while it runs the coroutine, and records the sum. Other components continue while the
 * coroutine is suspended. Every such region also records its [ActiveTime], [SuspendedTime], [Suspensions] and [ThreadChanges].
 *
 * The region ends however [block] is left: at its end, by `return`, an exception or cancellation.
 *
 * @param label names the region; laps with the same label at the same position share a call-graph node
 * @param scope where the lap is recorded; as the settings specify by default
 * @sample readme.coroutines.main
 * @since 0.2.0
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

/** Measures the suspending [block] with one component and returns its result: `measureSuspendingValue<WallClock, _>("fetch") { 42 }`. */
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
