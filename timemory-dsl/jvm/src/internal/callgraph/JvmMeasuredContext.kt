@file:OptIn(DelicateCoroutinesApi::class, ExperimentalCoroutinesApi::class, InternalCoroutinesApi::class)

package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.coroutines.Continuation
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.coroutineContext
import kotlin.coroutines.jvm.internal.CoroutineStackFrame
import kotlin.coroutines.startCoroutine
import kotlinx.coroutines.AbstractCoroutine
import kotlinx.coroutines.CopyableThreadContextElement
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.withContext
import timemory.CallContext
import timemory.Strand
import timemory.beginInline
import timemory.beginSlice
import timemory.endSlice
import timemory.internal.platform.isOutOfMemory
import timemory.strandForChild
import timemory.strandForOther

/*
 * kotlinx.coroutines notifies the elements of a context when a thread resumes a coroutine and when it suspends it. The notification does
 * not say which coroutine that is, and is not always accurate:
 *
 * - Builders create an element for each coroutine with `copyForChild`. Others pass the context on unchanged (`asFlux`, `asPublisher`,
 *   `startCoroutine`), and two coroutines share one element.
 * - `flowOn` and `withContext` create another element for a part of one coroutine.
 * - On its collector's dispatcher, `flowOn` runs the collector's code in the flow's context once it was suspended there, and since 1.11
 *   ends what it started late, out of order and on other threads.
 *
 * So the strand belongs to the coroutine, not to the element. A coroutine is identified by its Job: starting at the innermost Job of the
 * context, as long as that Job is a scope within a coroutine (`coroutineScope`, `withContext`, ...), the Job of the scope's caller is taken.
 * `flowOn` does not change the Job, so its flow runs in the collector's strand, and no slice starts or ends with it.
 *
 * `zip` is the exception: it collects its first flow in the collector's context with a new Job that has no parent. It does so without a
 * dispatch, so the thread runs the collector at that moment ([runningHere]).
 */

/**
 * Follows a coroutine, whose strand is determined by [strandIn]. The state needed at the end of a slice is passed on as its [ContextFrame].
 */
internal class MeasuredElement(
    /** The strand of the coroutine that it was created for; if there is none, the position of those that use it. */
    private val strand: Strand,
    /** Whether it was created for a coroutine. */
    private val isOwn: Boolean,
) : CopyableThreadContextElement<ContextFrame?> {
    override val key: CoroutineContext.Key<*> get() = Key

    /** Identifies the coroutine that it was created for: the first one that used it. Changes once. */
    @Volatile
    private var owner: Any? = null

    /** Other coroutines that received it. */
    @Volatile
    private var others: Strands? = null

    /** Coroutines that did not receive it, and have it for a part of their code. */
    @Volatile
    private var guests: Strands? = null

    /** A recently used context, and its strand. A single object, because several threads may change it at once. */
    private var known: Known? = null

    private class Known(@JvmField val context: CoroutineContext, @JvmField val strand: Strand)

    override fun updateThreadContext(context: CoroutineContext): ContextFrame? {
        if (!recording && strand.lap == null && known == null && others == null && guests == null) return null
        try {
            val strand = strandIn(context) ?: return null
            return beginSlice(strand) ?: beginInline(strand, isInOrder = isInlineScope(context))
        } catch (failure: Throwable) {
            if (!isOutOfMemory(failure)) throw failure
            return null // the coroutine continues, and is not followed until it is resumed again
        }
    }

    override fun restoreThreadContext(context: CoroutineContext, oldState: ContextFrame?) {
        // A returned one may already belong to another coroutine.
        if (oldState != null && oldState.strand === strandToRestore(context)) endSlice(oldState)
    }

    private fun strandToRestore(context: CoroutineContext): Strand? = try {
        strandIn(context)
    } catch (failure: Throwable) {
        if (!isOutOfMemory(failure)) throw failure
        strand // usually the coroutine's own
    }

    /** Returns the strand of the coroutine with [context], which has this element; `null` if the coroutine itself is not followed. */
    fun strandIn(context: CoroutineContext): Strand? {
        val known = known
        return if (known != null && known.context === context) known.strand else find(context)
    }

    private fun find(context: CoroutineContext): Strand? {
        var element: MeasuredElement? = null
        var coroutine: Any = context
        var inner = context
        while (true) {
            val job = inner[Job]
            if (job !is AbstractCoroutine<*>) {
                // Started by other means, or collected by zip: only the context itself distinguishes it from others.
                element = inner[Key] ?: element
                coroutine = inner
                if (job != null) element?.partOf(job)?.let { return it }
                break
            }
            element = job.coroutineContext[Key] ?: element
            coroutine = job
            if (!scopeClass.isInstance(job)) break
            inner = ((job as? CoroutineStackFrame)?.callerFrame as? Continuation<*>)?.context ?: break
        }
        if (element == null) return null
        val found = element.strandOf(coroutine)
        if (found === element.strand) known = Known(context, found)
        if (element !== this) guests().of(coroutine) { found }
        return found
    }

    private fun strandOf(coroutine: Any): Strand {
        if (isOwn && (owner ?: claimFor(coroutine)) === coroutine) return strand
        return others().of(coroutine) { strandForOther(strand, runningHere()).also { it.sharedElement = this } }
    }

    /** Returns the strand of the coroutine that has a part with [job]; `null` if there is none. */
    private fun partOf(job: Job): Strand? = parts.of(job) { runningHere() ?: return null }

    /** Returns the innermost strand with this element that the calling thread is running. */
    private fun runningHere(): Strand? {
        val graph = currentGraph ?: return null
        if (graph.session.ended) return null
        var frame = graph.frame
        while (frame != null) {
            val running = frame.strand
            if (running != null && isUsedBy(running)) return running
            frame = frame.outer
        }
        return null
    }

    private fun isUsedBy(running: Strand) =
        running === strand || running.sharedElement === this || guests?.contains(running) == true

    private fun others(): Strands = others ?: synchronized(this) { others ?: Strands().also { others = it } }

    private fun guests(): Strands = guests ?: synchronized(this) { guests ?: Strands().also { guests = it } }

    @Synchronized
    private fun claimFor(coroutine: Any): Any = owner ?: coroutine.also { owner = it }

    override fun copyForChild(): MeasuredElement = MeasuredElement(strandForChild(strand), isOwn = true)

    override fun mergeForChild(overwritingElement: CoroutineContext.Element): MeasuredElement =
        MeasuredElement(strandForChild((overwritingElement as MeasuredElement).strand), isOwn = true)

    override fun toString(): String = "measured"

    companion object Key : CoroutineContext.Key<MeasuredElement> {
        /** The strands of coroutines that have a part with its own Job, by that Job. */
        private val parts = Strands()

        init {
            // Strands reference their session, and the classes of its components; some may belong to a session that started later.
            SessionHooks.onEnd { if (activeSession() == null) parts.clear() }
        }
    }
}

/** The Job class of `coroutineScope`; the Jobs of all other scopes inherit from it. */
private val scopeClass: Class<out Job> = jobClassOf { look -> coroutineScope { look() } }

/** The Job class of `withContext` with another dispatcher. */
private val dispatchedClass: Class<out Job> = jobClassOf { look -> withContext(RightHere) { look() } }

private object RightHere : CoroutineDispatcher() {
    override fun dispatch(context: CoroutineContext, block: Runnable) = block.run()
}

private fun jobClassOf(scope: suspend (suspend () -> Unit) -> Unit): Class<out Job> {
    var found: Class<out Job> = Job::class.java
    val look: suspend () -> Unit = { scope { found = coroutineContext[Job]!!.javaClass } }
    look.startCoroutine(Continuation(EmptyCoroutineContext) { it.getOrThrow() })
    return found
}

/**
 * Whether [context] is that of a `withContext` block itself, which its dispatcher runs without a dispatch (`Dispatchers.Unconfined`,
 * `Main.immediate`) if the thread already runs the coroutine.
 */
private fun isInlineScope(context: CoroutineContext): Boolean {
    val job = context[Job]
    return job is AbstractCoroutine<*> && job.javaClass === dispatchedClass && job.context === context
}

internal actual fun strandOf(context: CoroutineContext): Strand? = context[MeasuredElement]?.strandIn(context)

internal actual fun isMeasured(context: CoroutineContext): Boolean = strandOf(context) != null

internal actual fun measuredLike(context: CoroutineContext): CoroutineContext =
    MeasuredElement(CallContext.current().strand(), isOwn = false)

internal actual fun whyUnnoticed(context: CoroutineContext): String = when {
    isMeasured(context) -> "measuring was switched on after this thread had resumed the coroutine"
    context[MeasuredElement] != null ->
        "it was launched without measured(), and only collects a flow that has it by flowOn on the same dispatcher. Put measured() into " +
            "the context of the coroutine"
    else -> "it was launched without measured(). Put measured() into its context, or use measuredScope { }"
}
