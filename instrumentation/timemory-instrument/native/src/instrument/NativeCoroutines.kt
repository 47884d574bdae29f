package timemory.instrument

import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import timemory.InternalTimemoryApi
import timemory.internal.callgraph.isMeasured
import timemory.internal.callgraph.recording
import timemory.measured
import timemory.measuredScope

/*
 * On Kotlin/Native a coroutine is followed by its dispatcher, which must be wrapped: see `measured()`. A scope without one launches on
 * `Dispatchers.Default`; `runBlocking` without one uses the thread's own event loop, which only the coroutine itself knows.
 */

@InternalTimemoryApi
public actual fun followed(scope: CoroutineScope, context: CoroutineContext): CoroutineContext {
    if (!recording) return context
    val interceptor = context[ContinuationInterceptor] ?: scope.coroutineContext[ContinuationInterceptor] ?: Dispatchers.Default
    return follow(context, interceptor)
}

@InternalTimemoryApi
public actual fun followed(context: CoroutineContext): CoroutineContext = followedOnto(context)

@InternalTimemoryApi
public actual fun followedOnto(context: CoroutineContext): CoroutineContext {
    if (!recording) return context
    return follow(context, context[ContinuationInterceptor] ?: return context)
}

/** Returns [context], with [interceptor] wrapped if possible and not done yet. */
private fun follow(context: CoroutineContext, interceptor: ContinuationInterceptor): CoroutineContext {
    if (interceptor !is CoroutineDispatcher || interceptor === Dispatchers.Unconfined || isMeasured(interceptor)) return context
    return context + interceptor.measured()
}

@InternalTimemoryApi
public actual fun <T> followedBlock(block: suspend CoroutineScope.() -> T): suspend CoroutineScope.() -> T =
    if (recording) ({ measuredScope(block) }) else block
