@file:JvmName("Coroutines")

package timemory.instrument

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineScope
import timemory.InternalTimemoryApi
import timemory.internal.callgraph.isMeasured
import timemory.internal.callgraph.recording
import timemory.measured

// If the scope is followed, so are all coroutines launched in it.
@InternalTimemoryApi
public actual fun followed(scope: CoroutineScope, context: CoroutineContext): CoroutineContext =
    if (!recording || isMeasured(scope.coroutineContext)) context else followed(context)

@InternalTimemoryApi
public actual fun followed(context: CoroutineContext): CoroutineContext =
    if (!recording || isMeasured(context)) context else context + measured()

// A followed coroutine is followed to any dispatcher.
@InternalTimemoryApi
public actual fun followedOnto(context: CoroutineContext): CoroutineContext = context

// The context is sufficient.
@InternalTimemoryApi
public actual fun <T> followedBlock(block: suspend CoroutineScope.() -> T): suspend CoroutineScope.() -> T = block
