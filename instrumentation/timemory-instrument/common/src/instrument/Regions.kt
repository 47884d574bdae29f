@file:JvmName("Regions")

package timemory.instrument

import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.coroutineContext
import kotlin.jvm.JvmName
import timemory.InternalTimemoryApi
import timemory.bundle.Bundle
import timemory.chosenComponents
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.callgraph.closeSuspending
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.openSuspending
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.stopAll

/*
 * The first and the last action of a function that the compiler plugin measures:
 *
 *     val region = enter("com.acme.Db.query")
 *     try { ... } finally { leave(region) }
 *
 * Compiled code does not change when this library does: a function here is never removed or given another meaning; new ones are added
 * instead. Each does little besides checking whether anything is recorded, so that compilers inline it.
 */

/** Opens the region [label] with the components chosen at run time; `null` if it is not recorded. */
@InternalTimemoryApi
public fun enter(label: String): Any? = if (recording) enterAndStart(label, chosenComponents()) else null

/** Opens the region [label] with the components that have the ids in [components]. */
@InternalTimemoryApi
public fun enter(label: String, components: String): Any? = if (recording) enterAndStart(label, withIds.of(components).set) else null

/** Opens the region [label] with the components of the user bundle [bundle]. */
@InternalTimemoryApi
public fun enterBundle(label: String, bundle: String): Any? = if (recording) enterAndStart(label, userBundles.of(bundle).set) else null

/** Closes the region returned by [enter]. */
@InternalTimemoryApi
public fun leave(region: Any?) {
    if (region != null) stopAll(region as Node)
}

/** Opens a region in a suspend function, like [enter]. */
@InternalTimemoryApi
public suspend inline fun enterSuspending(label: String): Any? = if (recording) openChosen(coroutineContext, label) else null

/** Opens the region [label] with the components that have the ids in [components]. */
@InternalTimemoryApi
public suspend inline fun enterSuspending(label: String, components: String): Any? =
    if (recording) openWithIds(coroutineContext, label, components) else null

/** Opens the region [label] with the components of the user bundle [bundle]. */
@InternalTimemoryApi
public suspend inline fun enterBundleSuspending(label: String, bundle: String): Any? =
    if (recording) openUserBundle(coroutineContext, label, bundle) else null

/** Closes the region returned by [enterSuspending], on any thread. */
@InternalTimemoryApi
public fun leaveSuspending(region: Any?) {
    if (region != null) closeSuspending(region as SuspendingLap)
}

@PublishedApi
internal fun openChosen(context: CoroutineContext, label: String): Any? = openSuspending(context, label, chosenComponents())

@PublishedApi
internal fun openWithIds(context: CoroutineContext, label: String, components: String): Any? =
    openIn(context, label, withIds.of(components))

@PublishedApi
internal fun openUserBundle(context: CoroutineContext, label: String, bundle: String): Any? =
    openIn(context, label, userBundles.of(bundle))

private fun openIn(context: CoroutineContext, label: String, bundle: Bundle): Any? = openSuspending(context, label, bundle.set)
