package timemory.instrument

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineScope
import timemory.InternalTimemoryApi

/*
 * The contexts that compiled code passes to functions that launch coroutines, so that the call graph follows them as if `measured()` were
 * in their context. Each changes nothing if the coroutine is already followed and if nothing is recorded, and never changes the dispatcher.
 */

/** Returns the context for a coroutine that is launched in [scope] with [context]. */
@InternalTimemoryApi
public expect fun followed(scope: CoroutineScope, context: CoroutineContext): CoroutineContext

/** Returns the context for a coroutine that is launched outside a scope, with [context]. */
@InternalTimemoryApi
public expect fun followed(context: CoroutineContext): CoroutineContext

/** Returns the context for a coroutine that continues in [context], which names its dispatcher. */
@InternalTimemoryApi
public expect fun followedOnto(context: CoroutineContext): CoroutineContext

/** Returns the code for a coroutine that is launched outside a scope, on a dispatcher that is unknown before it runs. */
@InternalTimemoryApi
public expect fun <T> followedBlock(block: suspend CoroutineScope.() -> T): suspend CoroutineScope.() -> T
