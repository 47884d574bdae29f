package timemory.instrument

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineScope
import timemory.InternalTimemoryApi

/*
 * What compiled code gives to the functions that make coroutines, so that the call graph follows them as if `measured()` stood in their
 * context. Each changes nothing where the coroutine is followed already and where nothing is recorded, and never the dispatcher.
 */

/** The context for a coroutine that is launched in [scope] with [context]. */
@InternalTimemoryApi
public expect fun followed(scope: CoroutineScope, context: CoroutineContext): CoroutineContext

/** The context for a coroutine that is made in no scope, with [context]. */
@InternalTimemoryApi
public expect fun followed(context: CoroutineContext): CoroutineContext

/** The context for a coroutine that continues in [context], which names its dispatcher. */
@InternalTimemoryApi
public expect fun followedOnto(context: CoroutineContext): CoroutineContext

/** The code for a coroutine that is created outside of a scope, on a dispatcher that is unknown before it runs. */
@InternalTimemoryApi
public expect fun <T> followedBlock(block: suspend CoroutineScope.() -> T): suspend CoroutineScope.() -> T
