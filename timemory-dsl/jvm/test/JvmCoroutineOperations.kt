@file:OptIn(ExperimentalCoroutinesApi::class, DelicateCoroutinesApi::class)

package timemory

import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import java.util.concurrent.ForkJoinPool
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.Continuation
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.createCoroutine
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.intercepted
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlin.coroutines.startCoroutine
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CopyableThreadContextElement
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.ThreadContextElement
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelChildren
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.shareIn
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.flow.transformLatest
import kotlinx.coroutines.future.await
import kotlinx.coroutines.future.future
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactive.asFlow
import kotlinx.coroutines.reactive.asPublisher
import kotlinx.coroutines.reactive.awaitSingle
import kotlinx.coroutines.reactive.publish
import kotlinx.coroutines.reactor.asFlux
import kotlinx.coroutines.reactor.mono
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.context.ContextPropagation

internal actual fun threadsUnlessEnded(body: () -> Unit): String? {
    val runner = thread(isDaemon = true, name = "program") { body() }
    runner.join(TimeUnit.MINUTES.toMillis(2))
    if (!runner.isAlive) return null
    return Thread.getAllStackTraces().entries.joinToString("\n") { (thread, stack) ->
        "$thread, ${thread.state}" + stack.joinToString("") { "\n    at $it" }
    }
}

internal actual fun blockThread(context: CoroutineContext, block: suspend CoroutineScope.() -> Unit) {
    if (mayWait()) BlockedThread.run(context, block)
}

/** Not the one that resumes coroutines after their delays: unconfined coroutines continue in it, and would wait for a delay in vain. */
internal actual fun mayWait(): Boolean = Thread.currentThread().name != "kotlinx.coroutines.DefaultExecutor"

private fun operation(name: String, run: suspend RandomProgramRun.(Op, Place) -> Unit) = Operation(name, run = run)

/*
 * Cases that cannot be placed and are excluded from the programs:
 *
 * - A coroutine created with an unchanged inherited context, by one whose context is not its own: in `withContext(measured())`, `flowOn`,
 *   or another such coroutine. Nothing shows who created it; it is below the position where the context's element was created. Nor, in a
 *   coroutine on Dispatchers.Unconfined, whether it is created by that or by the other such coroutine whose thread has resumed that.
 * - `flowOn` with other elements on the collector's dispatcher, in a coroutine without a Job: kotlinx.coroutines continues in the flow's
 *   context, and nothing shows that it is the same coroutine.
 * - `runBlocking` without `measured()` on a thread with an event loop: its block starts when the loop gets to it, which may be while
 *   another coroutine of the loop waits in another `runBlocking`. Nothing shows where `runBlocking` was called (see BLOCKING).
 */

/** Creates a coroutine with an unchanged inherited context for the first half of the body; with `launch` if that cannot be placed. */
private fun uncopied(name: String, run: suspend RandomProgramRun.(Op, Place) -> Unit) = operation(name) { op, at ->
    if (at.hasOwnContext) {
        run(op, at)
    } else {
        val scope = CoroutineScope(copied())
        withContext(NonCancellable) { scope.launch { all(op.front, at.child(this)) }.join() }
    }
}

/** Collects a flow on the dispatcher of its collector, in another context; in the same one if that cannot be placed. */
private fun flowOnHere(name: String, context: suspend (Op) -> CoroutineContext) = operation(name) { op, at ->
    val numbers = flow { all(op.front, at.sharing(at.scope)); yield(); emit(1) }
    (if (at.isUncopied) numbers else numbers.flowOn(context(op))).collect { all(op.back, at) }
}

/** The calling coroutine's context without its Job: what programs pass to whatever takes a context. */
private suspend fun copied(): CoroutineContext = currentCoroutineContext().minusKey(Job)

/**
 * The common pool, or a separate thread if a thread waits for the step. The common pool of a machine with two processors has one thread,
 * and that thread may be the one that waits.
 */
private fun executorFor(place: Place): Executor =
    if (place.isBlocking) Executor { thread(isDaemon = true, block = it::run) } else ForkJoinPool.commonPool()

/** An element by which a program keeps its own thread-local state. */
private class Other(val value: Int) : ThreadContextElement<Int?>, AbstractCoroutineContextElement(Key) {
    override fun updateThreadContext(context: CoroutineContext): Int? = current.get().also { current.set(value) }

    override fun restoreThreadContext(context: CoroutineContext, oldState: Int?) = current.set(oldState)

    companion object Key : CoroutineContext.Key<Other> {
        val current = ThreadLocal<Int?>()
    }
}

/** The same, copied for each coroutine. */
private class OtherCopied(val value: Int) : CopyableThreadContextElement<Int?>, AbstractCoroutineContextElement(Key) {
    override fun updateThreadContext(context: CoroutineContext): Int? = current.get().also { current.set(value) }

    override fun restoreThreadContext(context: CoroutineContext, oldState: Int?) = current.set(oldState)

    override fun copyForChild() = OtherCopied(value + 1)

    override fun mergeForChild(overwritingElement: CoroutineContext.Element) = overwritingElement

    companion object Key : CoroutineContext.Key<OtherCopied> {
        val current = ThreadLocal<Int?>()
    }
}

internal actual val platformOperations: List<Operation> = listOf(
    // Started or resumed without a dispatch: up to its first suspension, such a coroutine works inside the regions that its thread has
    // open.
    operation("LAUNCH_UNDISPATCHED") { op, at ->
        at.scope.launch(start = CoroutineStart.UNDISPATCHED) { all(op.body, at.sharing(this)) }
    },
    operation("LAUNCH_UNDISPATCHED_ELSEWHERE") { op, at ->
        at.scope.launch(elsewhere(op, at), CoroutineStart.UNDISPATCHED) { all(op.body, at.sharing(this)) }
    },
    operation("ASYNC_UNDISPATCHED") { op, at ->
        at.scope.async(start = CoroutineStart.UNDISPATCHED) { all(op.front, at.sharing(this)) }.await()
        all(op.back, at)
    },
    operation("LAUNCH_UNCONFINED") { op, at ->
        model.ranOthers()
        at.scope.launch(Dispatchers.Unconfined) { all(op.body, at.child(this).unconfined(this)) }
    },
    operation("UNCONFINED") { op, at ->
        model.ranOthers()
        withContext(Dispatchers.Unconfined) { all(op.body, at.unconfined(this)) }
    },
    operation("SHARE_IN_LAZILY") { op, at ->
        coroutineScope {
            flow { allAwaited(op.front, at.sharing(at.scope)); emit(1) }.shareIn(this, SharingStarted.Lazily, replay = 1).first()
            currentCoroutineContext().cancelChildren()
        }
        all(op.back, at)
    },
    operation("STATE_IN_LAZILY") { op, at ->
        coroutineScope {
            val ones = flow { allAwaited(op.front, at.sharing(at.scope)); emit(1) }
            ones.stateIn(this, SharingStarted.WhileSubscribed(), 0).first { it == 1 }
            currentCoroutineContext().cancelChildren()
        }
        all(op.back, at)
    },
    operation("COLLECT_LATEST") { op, at ->
        flowOf(1, 2).onEach { yield() }.collectLatest { all(op.front, at.sharing(at.scope)) }
        all(op.back, at)
    },
    operation("TRANSFORM_LATEST") { op, at ->
        flowOf(1, 2).transformLatest { all(op.front, at.sharing(at.scope)); emit(it) }.collect { all(op.back, at) }
    },

    // Contexts copied and mixed.
    operation("MEASURED_AGAIN") { op, at -> withContext(measured()) { all(op.body, at.sharing(this)) } },
    operation("MEASURED_AGAIN_ELSEWHERE") { op, at -> withContext(measured() + elsewhere(op, at)) { all(op.body, at.sharing(this)) } },
    operation("LAUNCH_MEASURED_AGAIN") { op, at -> at.scope.launch(measured()) { all(op.body, at.child(this)) } },
    operation("WITH_COPIED_CONTEXT") { op, at -> copied().let { withContext(it) { all(op.body, at.sharing(this)) } } },
    flowOnHere("FLOW_ON_MEASURED") { measured() },
    operation("FLOW_ON_MEASURED_ELSEWHERE") { op, at ->
        val numbers = flow { all(op.front, at.sharing(at.scope)); emit(1) }
        val isHere = at.isBlocking // nowhere else is the dispatcher of the collector
        (if (isHere && at.isUncopied) numbers else numbers.flowOn(measured() + nowhereElse(at))).collect { all(op.back, at) }
    },
    flowOnHere("FLOW_ON_COPIED_CONTEXT") { copied() },
    flowOnHere("FLOW_ON_OTHER_ELEMENT") { op -> if (op.amount % 2L == 0L) Other(1) else OtherCopied(1) },
    operation("OTHER_ELEMENT") { op, at -> withContext(Other(2)) { all(op.body, at.within(this)) } },
    operation("OTHER_ELEMENT_COPIED") { op, at -> withContext(OtherCopied(2) + elsewhere(op, at)) { all(op.body, at.sharing(this)) } },
    operation("LAUNCH_OTHER_ELEMENT") { op, at -> at.scope.launch(OtherCopied(3) + Other(3)) { all(op.body, at.child(this)) } },

    // Continuations that kotlinx.coroutines does not create.
    operation("RESUMED_BY_THREAD") { op, at ->
        suspendCoroutineUninterceptedOrReturn { continuation ->
            CompletableFuture.runAsync({ continuation.intercepted().resume(Unit) }, executorFor(at))
            COROUTINE_SUSPENDED
        }
        all(op.body, at)
    },
    uncopied("START_COROUTINE") { op, at ->
        val context = copied()
        withContext(NonCancellable) {
            suspendCoroutine { waiting ->
                val started: suspend () -> Unit = { all(op.front, at.uncopied(at.scope)) }
                started.startCoroutine(Continuation(context) { waiting.resumeWith(it) })
            }
        }
        all(op.back, at)
    },
    uncopied("CREATE_COROUTINE") { op, at ->
        val context = copied() + elsewhere(op, at)
        withContext(NonCancellable) {
            suspendCoroutine { waiting ->
                val started: suspend () -> Unit = { all(op.front, at.uncopied(at.scope)) }
                started.createCoroutine(Continuation(context) { waiting.resumeWith(it) }).resume(Unit)
            }
        }
        all(op.back, at)
    },

    // Threads that wait.
    Operation(
        "BLOCKING_MEASURED",
        runPlain = { op, at -> model.ranOthers(); blockThread(measured()) { all(op.body, at.blocking(this)) } },
    ) { op, at -> model.ranOthers(); blockThread(measured()) { all(op.body, at.blocking(this)) } },
    operation("BLOCKING_COPIED_CONTEXT") { op, at ->
        model.ranOthers()
        val element = copied().minusKey(kotlin.coroutines.ContinuationInterceptor)
        blockThread(element) { all(op.body, at.blocking(this)) }
    },
    operation("RUN_TEST") { op, at -> model.ranOthers(); if (mayWait()) runTest(measured()) { all(op.body, at.blocking(this)) } },

    // Futures and reactive types.
    operation("FUTURE") { op, at ->
        val future = CoroutineScope(copied()).future { all(op.body, at.child(this)) }
        withContext(NonCancellable) { future.await() }
    },
    operation("SUPPLY_ASYNC") { op, at ->
        val future = ContextPropagation.runAsync({ allPlain(op.front, at.child(at.scope)) }, executorFor(at))
        withContext(NonCancellable) { future.await() }
        all(op.back, at)
    },
    uncopied("PUBLISHER") { op, at ->
        val publisher = flow { all(op.front, at.uncopied(at.scope)); emit(1); emit(2) }.asPublisher(copied())
        withContext(NonCancellable) { publisher.asFlow().collect { yield() } }
        all(op.back, at)
    },
    uncopied("FLUX") { op, at ->
        val flux = flow { all(op.front, at.uncopied(at.scope)); emit(1); emit(2) }.asFlux(copied() + elsewhere(op, at))
        withContext(NonCancellable) {
            suspendCancellableCoroutine { waiting -> flux.subscribe({ }, { waiting.resume(Unit) }, { waiting.resume(Unit) }) }
        }
        all(op.back, at)
    },
    operation("PUBLISH") { op, at ->
        val publisher = publish(copied()) { all(op.front, at.child(this)); send(1) }
        withContext(NonCancellable) { publisher.awaitSingle() }
        all(op.back, at)
    },
    operation("MONO") { op, at ->
        val mono = mono(copied()) { all(op.front, at.child(this)); 1 }
        withContext(NonCancellable) { mono.awaitSingle() }
        all(op.back, at)
    },
)
