@file:OptIn(DelicateCoroutinesApi::class, ExperimentalCoroutinesApi::class)

package timemory.internal.callgraph

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CopyableThreadContextElement
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.ExperimentalCoroutinesApi
import timemory.CallContext
import timemory.Strand
import timemory.beginSlice
import timemory.endSlice
import timemory.strandForChild

/**
 * Tells the thread that runs a coroutine which strand it is. Holds no state of its own: what a slice needs at its end travels as
 * its [ContextFrame], since the end of one slice may come after the beginning of the next, on another thread.
 */
internal class MeasuredElement(val strand: Strand) : CopyableThreadContextElement<ContextFrame?> {
    override val key: CoroutineContext.Key<*> get() = Key

    override fun updateThreadContext(context: CoroutineContext): ContextFrame? = beginSlice(strand)

    override fun restoreThreadContext(context: CoroutineContext, oldState: ContextFrame?) {
        if (oldState != null) endSlice(oldState)
    }

    override fun copyForChild(): MeasuredElement = MeasuredElement(strandForChild(strand))

    override fun mergeForChild(overwritingElement: CoroutineContext.Element): MeasuredElement =
        MeasuredElement(strandForChild((overwritingElement as MeasuredElement).strand))

    override fun toString(): String = "measured"

    companion object Key : CoroutineContext.Key<MeasuredElement>
}

internal actual fun strandOf(context: CoroutineContext): Strand? = context[MeasuredElement]?.strand

internal actual fun isMeasured(context: CoroutineContext): Boolean = context[MeasuredElement] != null

internal actual fun measuredLike(context: CoroutineContext): CoroutineContext = MeasuredElement(CallContext.current().strand())

internal actual fun whyUnnoticed(context: CoroutineContext): String =
    if (isMeasured(context)) {
        "measuring was switched on after the coroutine had been taken up by this thread"
    } else {
        "it was launched without measured(). Put measured() into its context, or use measuredScope { }"
    }
