package timemory.internal.callgraph

import kotlin.coroutines.CoroutineContext
import timemory.Strand

/** Returns the strand of the coroutine with [context]; `null` if measuring is not enabled for it. */
internal expect fun strandOf(context: CoroutineContext): Strand?

/** Whether the slices of the coroutine with [context] are tracked. */
internal expect fun isMeasured(context: CoroutineContext): Boolean

/** Returns the element to add to [context] to track its slices on the same dispatcher. */
internal expect fun measuredLike(context: CoroutineContext): CoroutineContext

/** Explains why the calling thread's slice of the coroutine with [context] was not tracked. */
internal expect fun whyUnnoticed(context: CoroutineContext): String
