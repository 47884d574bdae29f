@file:OptIn(ExperimentalCoroutinesApi::class)

package timemory

import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.resume
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.cancelChildren
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.consumeEach
import kotlinx.coroutines.channels.produce
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.conflate
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flatMapMerge
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.flow.shareIn
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.zip
import kotlinx.coroutines.launch
import kotlinx.coroutines.selects.onTimeout
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.sync.withPermit
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield

/** Operations that are only possible on this target. */
internal expect val platformOperations: List<Operation>

/** Whether this thread may wait for work that others do. */
internal expect fun mayWait(): Boolean

/** Like `runBlocking`, whose name in class files differs between versions of kotlinx.coroutines. */
internal expect fun blockThread(context: CoroutineContext = EmptyCoroutineContext, block: suspend CoroutineScope.() -> Unit)

private fun operation(name: String, weight: Int = 1, run: suspend RandomProgramRun.(Op, Place) -> Unit) = Operation(name, weight, run = run)

private fun leaf(name: String, weight: Int = 1, run: suspend RandomProgramRun.(Op, Place) -> Unit) =
    Operation(name, weight, isLeaf = true, run = run)

private val launches: RandomProgramRun.(Op, Place) -> Unit = { op, at -> at.scope.launch { all(op.body, at.child(this)) } }
private val launchesElsewhere: RandomProgramRun.(Op, Place) -> Unit =
    { op, at -> at.scope.launch(elsewhere(op, at)) { all(op.body, at.child(this)) } }

/**
 * `runBlocking` without `measured()`, on a separate thread. On a thread that already has an event loop, the block starts when the loop gets
 * to it, which may be inside another coroutine of that loop, and nothing shows where `runBlocking` was called.
 */
private fun RandomProgramRun.blockNewThread(op: Op, at: Place) {
    if (!mayWait()) return
    val here = CallContext.current()
    inThreads(1) { here.within { blockThread { measuredScope { all(op.body, at.onNewThread(this)) } } } }
}

/** Operations that are possible on both targets. About half of those drawn are regions, so that they nest. */
internal val commonOperations: List<Operation> = listOf(
    Operation("SUSPENDING", weight = 12, runPlain = { op, at -> plain(op, at) }) { op, at -> suspending(op, at) },
    Operation("PLAIN", weight = 8, runPlain = { op, at -> plain(op, at) }) { op, at -> plain(op, at) },
    Operation("WORK", weight = 4, isLeaf = true, runPlain = { op, at -> work(op, at) }) { op, at -> work(op, at) },
    Operation("SPIN", weight = 6, isLeaf = true, runPlain = { op, at -> spin(op, at) }) { op, at -> spin(op, at) },
    leaf("YIELD", weight = 2) { _, _ -> yield() },
    leaf("DELAY") { _, _ -> delay(1) },
    leaf("LOCK") { _, at -> if (!at.isBlocking && !mutex.holdsLock(this)) mutex.withLock { yield() } else yield() },

    // Separate coroutines.
    Operation("LAUNCH", runPlain = launches) { op, at -> launches(op, at) },
    Operation("LAUNCH_ELSEWHERE", runPlain = launchesElsewhere) { op, at -> launchesElsewhere(op, at) },
    Operation("ASYNC", runPlain = launches) { op, at -> at.scope.async { all(op.body, at.child(this)) }.await() },
    Operation("LAUNCH_WITH_A_COPIED_CONTEXT", runPlain = launches) { op, at ->
        val copied = CoroutineScope(currentCoroutineContext().minusKey(Job))
        withContext(NonCancellable) { copied.launch { all(op.body, at.child(this)) }.join() }
    },
    operation("CANCEL") { op, at ->
        val child = at.scope.launch { all(op.body, at.child(this)) }
        repeat(op.amount.toInt()) { yield() }
        child.cancelAndJoin()
    },
    operation("ASYNC_THAT_FAILS") { op, at ->
        supervisorScope {
            val failing = async(elsewhere(op, at)) { all(op.body, at.child(this)); error("thrown on purpose") }
            try {
                failing.await()
            } catch (_: IllegalStateException) {
                all(op.back, at.within(this))
            }
        }
    },
    operation("POSITION_RESTORED") { op, at ->
        val position = CallContext.current()
        at.scope.launch { position.within { allPlain(op.body, at.child(at.scope)) } }
    },

    // Scopes within the coroutine.
    operation("HOP", weight = 2) { op, at -> withContext(elsewhere(op, at)) { all(op.body, at.within(this)) } },
    operation("SHORT_HOPS", weight = 2) { op, at ->
        // Over before the coroutine suspends, most often.
        repeat(3) {
            withContext(elsewhere(op, at)) { }
            op.body.filter { it.operation.isLeaf }.let { all(it, at) }
        }
    },
    operation("SAME_DISPATCHER") { op, at -> withContext(CoroutineName("same")) { all(op.body, at.within(this)) } },
    operation("SCOPE") { op, at -> coroutineScope { all(op.body, at.within(this)) } },
    operation("SUPERVISOR") { op, at -> supervisorScope { all(op.body, at.within(this)) } },
    operation("TIMEOUT") { op, at -> withTimeoutOrNull(1_000_000) { all(op.body, at.within(this)) } },
    operation("TIMEOUT_THAT_FIRES") { op, at ->
        withTimeoutOrNull(1) {
            all(op.body, at.within(this))
            awaitCancellation()
        }
    },
    operation("EXCEPTION") { op, at ->
        try {
            coroutineScope { all(op.body, at.within(this)); error("thrown on purpose") }
        } catch (_: IllegalStateException) {
            // continues after it
        }
    },
    Operation("BLOCKING", runPlain = { op, at -> blockNewThread(op, at) }) { op, at -> blockNewThread(op, at) },

    // Flows.
    Operation("FLOW", runPlain = launches) { op, at ->
        flow { suspending(op, at) { all(op.front, it); emit(it) } }.collect { all(op.back, it) }
    },
    operation("FLOW_THAT_IS_LEFT") { op, at ->
        flow { suspending(op, at) { all(op.front, it); emit(it); emit(it) } }.take(1).collect { all(op.back, it) }
    },
    operation("FLOW_BUFFERED") { op, at ->
        flow { repeat(2) { i -> all(op.front, at.child(at.scope)); emit(i) } }.buffer(1).collect { all(op.back, at) }
    },
    operation("FLOW_ON") { op, at ->
        val producer = if (at.isBlocking) at.sharing(at.scope) else at.child(at.scope)
        flow { all(op.front, producer); emit(1) }.flowOn(nowhereElse(at)).collect { all(op.back, at) }
    },
    operation("FLOW_CONFLATED") { op, at ->
        flow { emit(1); all(op.front, at.child(at.scope)) }.conflate().collect { all(op.back, at) }
    },
    operation("CHANNEL_FLOW") { op, at ->
        channelFlow {
            launch { all(op.front, at.child(this)); send(1) }
            suspending(op, at.child(this)) { send(2); yield() }
        }.collect { yield() }
        all(op.back, at)
    },
    operation("FLOWS_JOINED") { op, at ->
        val numbers = flow { all(op.front, at.sharing(at.scope)); emit(1) }
        when (op.amount.toInt() % 4) {
            0 -> numbers.zip(flowOf(1)) { _, _ -> }.collect { }
            1 -> combine(numbers, flowOf(1)) { _, _ -> }.collect { }
            2 -> merge(numbers, flowOf(1)).collect { yield() }
            else -> flowOf(1, 2).flatMapMerge { numbers.map { } }.collect { yield() }
        }
        all(op.back, at)
    },
    operation("SHARE_IN") { op, at ->
        coroutineScope {
            flow { allAwaited(op.front, at.child(at.scope)); emit(1) }.shareIn(this, SharingStarted.Eagerly, replay = 1).first()
            all(op.back, at.within(at.scope))
            currentCoroutineContext().cancelChildren()
        }
    },
    operation("STATE_IN") { op, at ->
        coroutineScope {
            val scope = this
            flow { allAwaited(op.front, at.child(at.scope)); emit(1) }.stateIn(scope, SharingStarted.Eagerly, 0).first { it == 1 }
            currentCoroutineContext().cancelChildren()
        }
        all(op.back, at)
    },
    operation("SEQUENCE") { op, at ->
        sequence { repeat(2) { allPlain(op.front, at); yield(it) } }.forEach { _ -> all(op.back, at) }
    },

    // Channels and locks.
    operation("PRODUCE") { op, at ->
        coroutineScope {
            val numbers = produce(elsewhere(op, at)) { repeat(2) { all(op.front, at.child(this)); send(it) } }
            numbers.consumeEach { all(op.back, at.within(this)) }
        }
    },
    operation("CHANNEL") { op, at ->
        val channel = Channel<Int>(op.amount.toInt() % 2)
        coroutineScope {
            launch { allAwaited(op.front, at.child(this)); channel.send(1) }
            suspending(op, at) { channel.receive() }
            all(op.back, at.within(this))
        }
    },
    operation("ACTOR") { op, at ->
        val mailbox = Channel<CompletableDeferred<Unit>>()
        coroutineScope {
            launch(elsewhere(op, at)) { for (message in mailbox) { allAwaited(op.front, at.child(at.scope)); message.complete(Unit) } }
            repeat(2) { CompletableDeferred<Unit>().also { mailbox.send(it) }.await() }
            all(op.back, at.within(this))
            mailbox.close(cause = null) // with the argument, since without it the call has another name in other versions
        }
    },
    operation("SELECT") { op, at ->
        val channel = Channel<Int>()
        coroutineScope {
            launch { allAwaited(op.front, at.child(this)); channel.send(1) }
            select {
                channel.onReceive { all(op.back, at) }
                onTimeout(1_000_000) { }
            }
            currentCoroutineContext().cancelChildren() // time passes at once in runTest
        }
    },
    operation("SEMAPHORE") { op, at ->
        val semaphore = Semaphore(1)
        coroutineScope {
            launch { semaphore.withPermit { all(op.front, at.child(at.scope)) } }
            semaphore.withPermit { all(op.back, at) }
        }
    },
    operation("RESUMED_AT_ONCE") { op, at ->
        suspendCancellableCoroutine { it.resume(Unit) }
        all(op.body, at)
    },
    operation("RESUMED_BY_ANOTHER") { op, at ->
        coroutineScope {
            suspendCancellableCoroutine { continuation ->
                launch(elsewhere(op, at)) { allPlain(op.front, at.child(this)); continuation.resume(Unit) }
            }
        }
        all(op.back, at)
    },
    operation("CLEANUP") { op, at ->
        val child = at.scope.launch {
            try {
                awaitCancellation()
            } catch (failure: CancellationException) {
                withContext(NonCancellable) { yield(); all(op.body, at.child(at.scope)) }
                throw failure
            }
        }
        try {
            yield()
        } finally {
            withContext(NonCancellable) { child.cancelAndJoin() }
        }
    },
)
