package timemory

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import timemory.internal.callgraph.follow

public actual fun measured(): CoroutineContext = Dispatchers.Default.measured()

public actual fun CoroutineDispatcher.measured(): CoroutineContext {
    require(this !== Dispatchers.Unconfined) {
        "Dispatchers.Unconfined cannot be measured on Kotlin/Native: it resumes coroutines without a dispatch that could be observed"
    }
    return follow(this, CallContext.current())
}
