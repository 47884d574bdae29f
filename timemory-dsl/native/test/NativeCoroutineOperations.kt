package timemory

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.runBlocking

internal actual fun threadsUnlessEnded(body: () -> Unit): String? {
    body()
    return null
}

internal actual fun mayWait(): Boolean = true

internal actual fun blockThread(context: CoroutineContext, block: suspend CoroutineScope.() -> Unit) = runBlocking(context, block)

/** Other JVM operations either do not exist here or are not followed; NativeCoroutineTest shows which. */
internal actual val platformOperations: List<Operation> = emptyList()
