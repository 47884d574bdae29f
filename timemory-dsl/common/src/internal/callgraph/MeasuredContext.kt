package timemory.internal.callgraph

import kotlin.coroutines.CoroutineContext
import timemory.Strand

/** The strand of the coroutine with [context], `null` where measuring is not switched on for it. */
internal expect fun strandOf(context: CoroutineContext): Strand?

/** Whether the slices of the coroutine with [context] are noticed. */
internal expect fun isMeasured(context: CoroutineContext): Boolean

/** What to add to [context] to have its slices noticed on the same dispatcher. */
internal expect fun measuredLike(context: CoroutineContext): CoroutineContext

/** Why the calling thread's slice of the coroutine with [context] was not noticed. */
internal expect fun whyUnnoticed(context: CoroutineContext): String
