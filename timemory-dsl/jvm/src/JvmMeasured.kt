package timemory

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineDispatcher
import timemory.internal.callgraph.MeasuredElement

public actual fun measured(): CoroutineContext = MeasuredElement(CallContext.current().strand(), isOwn = false)

public actual fun CoroutineDispatcher.measured(): CoroutineContext = this
