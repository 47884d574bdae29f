@file:JvmName("MeasuredKt")

package timemory

import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.coroutineContext
import kotlin.jvm.JvmName
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.withContext
import timemory.internal.callgraph.isMeasured
import timemory.internal.callgraph.measuredLike

/**
 * Makes the call graph follow coroutines: an element for `launch`, `async`, `runBlocking`, `withContext` or a
 * `CoroutineScope`, inherited by every coroutine launched inside.
 * ```
 * runBlocking(measured()) {
 *     launch { measureSuspending<WallClock, ThreadCpuClock>("fetch") { fetch() } }
 * }
 * ```
 * Regions of the coroutine are recorded below the position where this was called; those of a coroutine launched inside, below the position
 * where its parent launched it.
 *
 * On the JVM this is a `ThreadContextElement` and follows the coroutine to every dispatcher. Kotlin/Native has no such hook; there the
 * element is a dispatcher that wraps `Dispatchers.Default`, and a coroutine is followed as long as it stays on dispatchers that were
 * wrapped by [measured][CoroutineDispatcher.measured]. To stay on the current dispatcher, use [measuredScope].
 *
 * @sample readme.coroutines.main
 * @since 0.2.0
 */
public expect fun measured(): CoroutineContext

/**
 * Returns a dispatcher that wraps this one and on which the call graph can follow coroutines:
 * `withContext(Dispatchers.IO.measured()) { ... }`. Needed on Kotlin/Native; on the JVM, where coroutines are followed to every dispatcher,
 * it returns the dispatcher itself.
 *
 * @throws IllegalArgumentException for `Dispatchers.Unconfined` on Kotlin/Native, which resumes coroutines without any notification
 * @sample readme.words.main
 * @since 0.2.0
 */
public expect fun CoroutineDispatcher.measured(): CoroutineContext

/**
 * Runs [block] in a scope whose coroutines the call graph follows, on the current dispatcher; the same as [coroutineScope] if it follows
 * them already.
 *
 * @sample readme.words.main
 * @since 0.2.0
 */
public suspend fun <R> measuredScope(block: suspend CoroutineScope.() -> R): R {
    val context = coroutineContext
    if (isMeasured(context)) return coroutineScope(block)
    return withContext(measuredLike(context), block)
}
