@file:OptIn(ExperimentalCoroutinesApi::class, InternalCoroutinesApi::class)

package timemory.internal.callgraph

import kotlin.coroutines.Continuation
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.coroutineContext
import kotlin.coroutines.startCoroutine
import kotlin.reflect.KClass
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Delay
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.coroutineScope
import timemory.CallContext
import timemory.Strand
import timemory.beginSlice
import timemory.endSlice
import timemory.strandForChild

/*
 * kotlinx.coroutines has no ThreadContextElement on Kotlin/Native, so there is no callback when a thread resumes a coroutine. But there is
 * the dispatcher: every resumption that goes through it is a `Runnable` passed to `dispatch` with the coroutine's context. Wrapping it
 * gives the start and the end of each slice, in this order on each thread.
 *
 * Which coroutine is it? Contexts are inherited by children, and their elements are not copied. But every coroutine adds its Job to the
 * context that it inherits, while it is being created and on the thread that creates it: `parentContext + this`. `plus` is a method of the
 * context, so a context of our own sees each new coroutine, however it is started, and gives it a strand at its creator's current position.
 * Scopes inside a coroutine (`coroutineScope`, `withContext`, `withTimeout`) add Jobs as well, but belong to the coroutine's own sequence
 * of work and keep its strand. They are instances of one class of kotlinx.coroutines, which is not public: it is determined once by
 * creating one.
 *
 * So a strand is referenced only by the context of its coroutine, and is collected with it.
 */

/**
 * The context of a coroutine that is followed: [elements], and its [strand]. Adding or removing elements returns another such context.
 */
internal class FollowedContext(private val elements: CoroutineContext, val strand: Strand) : CoroutineContext {
    override fun <E : CoroutineContext.Element> get(key: CoroutineContext.Key<E>): E? = elements[key]

    override fun <R> fold(initial: R, operation: (R, CoroutineContext.Element) -> R): R =
        followedIfContext(initial, elements.fold(initial, operation), strand)

    override fun plus(context: CoroutineContext): CoroutineContext {
        if (context === EmptyCoroutineContext) return this
        val sum = if (elements is MeasuredDispatcher) elements.plusAsElement(context) else elements + context
        val all = if (sum is FollowedContext) sum.elements else sum
        return FollowedContext(all, if (isNewCoroutine(context)) strandForChild(strand) else strand)
    }

    override fun minusKey(key: CoroutineContext.Key<*>): CoroutineContext {
        val rest = elements.minusKey(key)
        return if (rest === elements) this else if (rest === EmptyCoroutineContext) rest else FollowedContext(rest, strand)
    }

    override fun equals(other: Any?): Boolean = other is FollowedContext && elements == other.elements

    override fun hashCode(): Int = elements.hashCode()

    override fun toString(): String = elements.toString()

    companion object {
        /** Whether [context] is the Job of a coroutine being created, rather than of a scope within one, or a Job without code. */
        private fun isNewCoroutine(context: CoroutineContext) =
            context is Job && context is Continuation<*> && !scopeClass.isInstance(context)

        /**
         * Adding a context to another one folds it, element by element, into the other: the sum is then followed. Other results of a fold
         * are left unchanged.
         */
        @Suppress("UNCHECKED_CAST") // a fold that starts with a context and ends with several elements results in contexts
        fun <R> followedIfContext(initial: R, result: R, strand: Strand): R =
            if (initial !is CoroutineContext || result !is CoroutineContext || result is CoroutineContext.Element) {
                result
            } else {
                FollowedContext(if (result is FollowedContext) result.elements else result, strand) as R
            }
    }
}

/** Lets coroutines be followed to [delegate]. */
internal open class MeasuredDispatcher(
    private val delegate: CoroutineDispatcher,
    private val base: CallContext,
) : CoroutineDispatcher() {
    override fun isDispatchNeeded(context: CoroutineContext): Boolean = delegate.isDispatchNeeded(context)

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        delegate.dispatch(context, followed(context, block))
    }

    override fun dispatchYield(context: CoroutineContext, block: Runnable) {
        delegate.dispatchYield(context, followed(context, block))
    }

    @Suppress("NOTHING_TO_INLINE") // each call creates a frame that the garbage collector knows
    private inline fun followed(context: CoroutineContext, block: Runnable): Runnable {
        val known = (context as? FollowedContext)?.strand
        val strand = (if (recording) known ?: base.strand() else known?.takeIf { it.lap != null }) ?: return block
        return Runnable {
            val frame = beginSlice(strand)
            try {
                block.run()
            } finally {
                if (frame != null) endSlice(frame)
            }
        }
    }

    // Contexts that it is added to, or that are added to it, are followed from there on.

    override fun <R> fold(initial: R, operation: (R, CoroutineContext.Element) -> R): R {
        val result = operation(initial, this)
        return if (initial is FollowedContext) result else FollowedContext.followedIfContext(initial, result, base.strand())
    }

    override fun plus(context: CoroutineContext): CoroutineContext =
        if (context === EmptyCoroutineContext) this else FollowedContext(this, base.strand()) + context

    fun plusAsElement(context: CoroutineContext): CoroutineContext = super.plus(context)

    override fun limitedParallelism(parallelism: Int, name: String?): CoroutineDispatcher =
        follow(delegate.limitedParallelism(parallelism, name), base)

    override fun toString(): String = "$delegate.measured()"
}

/** A [MeasuredDispatcher] for a dispatcher with its own notion of time, such as an event loop or a test dispatcher. */
private class MeasuredDelayDispatcher(delegate: CoroutineDispatcher, base: CallContext, delay: Delay) :
    MeasuredDispatcher(delegate, base),
    Delay by delay

internal fun follow(dispatcher: CoroutineDispatcher, base: CallContext): MeasuredDispatcher = when (dispatcher) {
    is MeasuredDispatcher -> dispatcher
    is Delay -> MeasuredDelayDispatcher(dispatcher, base, dispatcher)
    else -> MeasuredDispatcher(dispatcher, base)
}

/** The class of the jobs of `coroutineScope`, and the superclass of those of all other scopes. */
private val scopeClass: KClass<out Job> = run {
    var found: KClass<out Job> = Job::class
    val look: suspend () -> Unit = { coroutineScope { found = coroutineContext[Job]!!::class } }
    look.startCoroutine(Continuation(EmptyCoroutineContext) { it.getOrThrow() })
    found
}

private fun dispatcherOf(context: CoroutineContext): CoroutineDispatcher? = context[ContinuationInterceptor] as? CoroutineDispatcher

internal actual fun strandOf(context: CoroutineContext): Strand? = (context as? FollowedContext)?.strand

internal actual fun isMeasured(context: CoroutineContext): Boolean = dispatcherOf(context) is MeasuredDispatcher

internal actual fun measuredLike(context: CoroutineContext): CoroutineContext {
    val dispatcher = dispatcherOf(context) ?: return EmptyCoroutineContext
    return if (dispatcher === Dispatchers.Unconfined) EmptyCoroutineContext else follow(dispatcher, CallContext.current())
}

internal actual fun whyUnnoticed(context: CoroutineContext): String = when {
    isMeasured(context) -> "it was started undispatched, and on Kotlin/Native is followed from its first suspension on"
    context is FollowedContext -> "it moved to ${dispatcherOf(context)}, which does not report it. On Kotlin/Native, use its " +
        "measured()"
    else -> "it was launched without measured(). Put measured() into its context, or use measuredScope { }"
}
