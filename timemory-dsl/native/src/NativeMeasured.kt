@file:OptIn(ExperimentalCoroutinesApi::class, InternalCoroutinesApi::class)

package timemory

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

/*
 * kotlinx.coroutines has no ThreadContextElement on Kotlin/Native, so nobody says when a thread takes up a coroutine. What there is, is the
 * dispatcher: every resumption that goes through it is a `Runnable` given to `dispatch` with the coroutine's context. Wrapping it
 * gives the beginning and the end of each slice, in this order on each thread.
 *
 * Which coroutine is it? The context is inherited by children, so that no element of ours can tell them apart; the Job can. Every
 * coroutine has one of its own; but so have scopes inside a coroutine (`coroutineScope`, `withContext`, `withTimeout`), which belong to
 * the coroutine's own sequence of work. They are instances of one class of kotlinx.coroutines, which is not public: it is
 * found once by looking at one. From a scope, `Job.parent` leads to its coroutine.
 */

/** Lets coroutines be followed onto [delegate]. */
internal open class MeasuredDispatcher(
    private val delegate: CoroutineDispatcher,
    private val base: Position,
) : CoroutineDispatcher() {
    override fun isDispatchNeeded(context: CoroutineContext): Boolean = delegate.isDispatchNeeded(context)

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        delegate.dispatch(context, followed(context, block))
    }

    override fun dispatchYield(context: CoroutineContext, block: Runnable) {
        delegate.dispatchYield(context, followed(context, block))
    }

    private fun followed(context: CoroutineContext, block: Runnable): Runnable {
        val strand = (if (recording) strandFor(context) else Strands.of(context)?.takeIf { it.lap != null }) ?: return block
        return Runnable {
            val frame = beginSlice(strand)
            try {
                block.run()
            } finally {
                if (frame != null) endSlice(frame)
            }
        }
    }

    fun strandFor(context: CoroutineContext): Strand = Strands.of(context) ?: Strands.add(context, base)

    override fun limitedParallelism(parallelism: Int, name: String?): CoroutineDispatcher =
        follow(delegate.limitedParallelism(parallelism, name), base)

    override fun toString(): String = "$delegate.measured()"
}

/** As [MeasuredDispatcher], for a dispatcher that keeps its own time, such as an event loop or that of a test. */
private class MeasuredDelayDispatcher(delegate: CoroutineDispatcher, base: Position, delay: Delay) :
    MeasuredDispatcher(delegate, base),
    Delay by delay

private fun follow(dispatcher: CoroutineDispatcher, base: Position): MeasuredDispatcher = when (dispatcher) {
    is MeasuredDispatcher -> dispatcher
    is Delay -> MeasuredDelayDispatcher(dispatcher, base, dispatcher)
    else -> MeasuredDispatcher(dispatcher, base)
}

/** The strands of coroutines that run on measured dispatchers, each from the coroutine's first dispatch to its completion. */
private object Strands {
    private val lock = Lock()
    private val byJob = HashMap<Job, Strand>()

    fun of(context: CoroutineContext): Strand? {
        val job = coroutineOf(context) ?: return null
        return lock.hold { byJob[job] }
    }

    /** The strand of a coroutine that is seen for the first time, most likely by the thread that launches it. */
    fun add(context: CoroutineContext, base: Position): Strand {
        val job = coroutineOf(context) ?: return base.strand()
        val running = currentGraph?.frame?.strand
        if (scopeClass.isInstance(job)) {
            // A scope without a parent, as withContext(NonCancellable) makes it: it belongs to the coroutine that opens it.
            if (running != null) return running.also { remember(job, it) }
            activeProblems().report("scope without parent") {
                "a coroutine went on in withContext(NonCancellable), whose code Kotlin/Native does not let us follow: what it measures is " +
                    "recorded where measured() was called, and the active time of regions around it lacks that of this code"
            }
        }
        val parent = parentOf(job) ?: base.strand()
        return strandForChild(parent).also { remember(job, it) }
    }

    private fun remember(job: Job, strand: Strand) {
        lock.hold { byJob[job] = strand }
        job.invokeOnCompletion { lock.hold { byJob.remove(job) } }
    }

    private fun parentOf(job: Job): Strand? {
        var above = job.parent
        while (above != null) {
            val known = lock.hold { byJob[above] }
            if (known != null) return known
            above = above.parent
        }
        return null
    }
}

/** The job of the coroutine itself, where that of [context] is the job of a scope in it. */
private fun coroutineOf(context: CoroutineContext): Job? {
    var job = context[Job] ?: return null
    while (scopeClass.isInstance(job)) job = job.parent ?: return job
    return job
}

/** The class of the jobs of `coroutineScope`, and the superclass of those of all other scopes. */
private val scopeClass: KClass<out Job> = run {
    var found: KClass<out Job> = Job::class
    val look: suspend () -> Unit = { coroutineScope { found = coroutineContext[Job]!!::class } }
    look.startCoroutine(Continuation(EmptyCoroutineContext) { it.getOrThrow() })
    found
}

public actual fun measured(): CoroutineContext = Dispatchers.Default.measured()

public actual fun CoroutineDispatcher.measured(): CoroutineContext {
    require(this !== Dispatchers.Unconfined) {
        "Dispatchers.Unconfined cannot be measured on Kotlin/Native: it resumes coroutines without a dispatch that could be noticed"
    }
    return follow(this, Position.current())
}

private fun dispatcherOf(context: CoroutineContext): CoroutineDispatcher? = context[ContinuationInterceptor] as? CoroutineDispatcher

internal actual fun strandOf(context: CoroutineContext): Strand? =
    (dispatcherOf(context) as? MeasuredDispatcher)?.strandFor(context) ?: Strands.of(context)

internal actual fun isMeasured(context: CoroutineContext): Boolean = dispatcherOf(context) is MeasuredDispatcher

internal actual fun measuredLike(context: CoroutineContext): CoroutineContext {
    val dispatcher = dispatcherOf(context) ?: return EmptyCoroutineContext
    return if (dispatcher === Dispatchers.Unconfined) EmptyCoroutineContext else dispatcher.measured()
}

internal actual fun whyUnnoticed(context: CoroutineContext): String = when {
    isMeasured(context) -> "it was started undispatched, and on Kotlin/Native is followed from its first suspension on"
    Strands.of(context) != null -> "it went to ${dispatcherOf(context)}, which does not tell. On Kotlin/Native, use that dispatcher's measured()"
    else -> "it was launched without measured(). Put measured() into its context, or use measuredScope { }"
}
