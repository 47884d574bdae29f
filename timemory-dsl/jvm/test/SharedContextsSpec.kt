@file:OptIn(DelicateCoroutinesApi::class, ExperimentalCoroutinesApi::class, InternalCoroutinesApi::class)

package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.collections.shouldHaveSize
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import java.util.concurrent.Executors
import kotlin.concurrent.thread
import kotlin.coroutines.Continuation
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.intercepted
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlin.coroutines.startCoroutine
import kotlinx.coroutines.AbstractCoroutine
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CopyableThreadContextElement
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancelChildren
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.shareIn
import kotlinx.coroutines.flow.zip
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.results.Results

/** Elements of the context that several coroutines share, and parts of one coroutine that have an element each. */
class SharedContextsSpec : StringSpec({
    val tools = bundle<TripCount, WallClock>()

    fun measured(body: suspend CoroutineScope.() -> Unit): Results = session { runBlocking(measured()) { body() } }

    val contexts = listOf<Pair<String, suspend () -> CoroutineContext>>(
        "measured()" to { measured() },
        "a copied context" to { currentCoroutineContext().minusKey(Job) },
        "measured() and more" to { measured() + CoroutineName("flow") },
        "something else" to { CoroutineName("flow") },
    )
    for ((name, context) in contexts) {
        suspend fun collect(onEach: suspend () -> Unit = {}) = flow {
            tools.measure("in flow") { }
            yield()
            tools.measureSuspending("produce") {
                emit(1)
                yield()
                tools.measure("in produce") { }
            }
        }.flowOn(context()).collect {
            onEach()
            tools.measure("collected") { }
            yield()
        }

        "flowOn with $name on the collector's dispatcher is part of the collector" {
            val results = measured {
                launch {
                    repeat(5) {
                        tools.measureSuspending("beside") { yield() }
                        tools.measure("plain beside") { }
                    }
                }
                tools.measureSuspending("a") { collect() }
                tools.measure("after") { }
                yield()
                tools.measure("later") { }
                tools.measureSuspending("next") { yield() }
                launch { tools.measureSuspending("child") { yield() } }
            }
            results.laps().lines().sorted() shouldBe (
                "a 1\n  in flow 1\n  produce 1\n    collected 1\n    in produce 1\nafter 1\nlater 1\nnext 1\nchild 1\n" +
                    "beside 5\nplain beside 5"
                ).lines().sorted()
            results["active_time"]!!.find("a")!!.inclusive.laps shouldBe 1L
            results["active_time"]!!.find("a", "produce")!!.inclusive.laps shouldBe 1L
            results.problems shouldBe emptyList()
        }
    }

    for ((name, context) in contexts) {
        "zip in withContext with $name is part of the coroutine" {
            val results = measured {
                tools.measureSuspending("a") {
                    withContext(context() + Dispatchers.Default) {
                        flow {
                            tools.measure("in flow") { }
                            yield()
                            tools.measureSuspending("produce") { emit(1) }
                        }.zip(flowOf(1)) { _, _ -> tools.measure("zipped") { } }.collect { yield() }
                        tools.measureSuspending("after") { yield() }
                    }
                }
            }
            results.laps().lines().sorted() shouldBe "a 1\n  in flow 1\n  produce 1\n    zipped 1\n  after 1".lines().sorted()
            results["active_time"]!!.find("a", "after")!!.inclusive.laps shouldBe 1L
            results.problems shouldBe emptyList()
        }
    }

    "the rest of an unconfined block that another thread runs leaves nothing on this thread" {
        val results = measured {
            withContext(Dispatchers.Unconfined) {
                tools.measureSuspending("a") {
                    suspendCoroutineUninterceptedOrReturn { continuation ->
                        thread { continuation.intercepted().resume(Unit) }.join()
                        COROUTINE_SUSPENDED
                    }
                }
            }
            tools.measure("b") { }
        }
        results.laps().lines().sorted() shouldBe listOf("a 1", "b 1")
        results.problems shouldBe emptyList()
    }

    "what an unconfined coroutine does within a scope that its thread completes hangs where it stands by then" {
        // Found by random program 135386: the thread of the inner scope resumes the outer code without a dispatch, and ends its slice last.
        val results = measured {
            repeat(20) {
                withContext(Dispatchers.Unconfined) {
                    tools.measureSuspending("a") { withContext(Dispatchers.Default) { yield() } }
                    coroutineScope {
                        flow { emit(1) }.shareIn(this, SharingStarted.Eagerly, replay = 1).first()
                        currentCoroutineContext().cancelChildren()
                    }
                    tools.measure("b") { }
                    tools.measureSuspending("c") { coroutineScope { launch { yield() }.join() } }
                    tools.measure("d") { }
                }
            }
        }
        results.laps().lines().sorted() shouldBe listOf("a 20", "b 20", "c 20", "d 20")
        results.problems shouldBe emptyList()
    }

    "withContext(measured()) in a coroutine that is followed is part of it" {
        val results = measured {
            tools.measureSuspending("a") {
                withContext(measured()) {
                    yield()
                    tools.measureSuspending("b") { yield() }
                }
                tools.measure("c") { }
            }
        }
        results.laps() shouldBe "a 1\n  b 1\n  c 1"
        results["suspensions"]!!.find("a")!!.inclusive.exactSum shouldBe 3L // two of yield, and leaving withContext
        results.problems shouldBe emptyList()
    }

    "launch(measured()) makes a coroutine of its own" {
        val results = measured {
            tools.measureSuspending("a") {
                launch(measured()) { tools.measureSuspending("b") { yield() } }.join()
                tools.measure("c") { }
            }
        }
        results.laps() shouldBe "a 1\n  b 1\n  c 1"
        results["suspensions"]!!.find("a", "b")!!.isConcurrent shouldBe true
    }

    "a collector that is not followed does not put its thread's other coroutines below a flow" {
        val results = session {
            runBlocking {
                launch { repeat(3) { yield(); tools.measure("bystander") { } } }
                flow { repeat(3) { yield(); emit(it) } }.flowOn(tools.measure("where") { measured() }).collect { }
                tools.measure("after") { }
            }
        }
        results.laps() shouldBe "where 1\nbystander 3\nafter 1"
    }

    "a coroutine that was given another's context has a strand of its own" {
        val results = measured {
            val done = CompletableDeferred<Unit>()
            tools.measureSuspending("request") {
                Given(currentCoroutineContext(), done).start {
                    tools.measureSuspending("produce") {
                        repeat(3) { yield() }
                        tools.measure("in produce") { }
                    }
                }
                yield()
                tools.measureSuspending("other") {
                    yield()
                    tools.measure("in other") { }
                }
                tools.measure("plain") { }
            }
            done.await()
            tools.measure("after") { }
        }
        results.laps() shouldBe "request 1\n  produce 1\n    in produce 1\n  other 1\n    in other 1\n  plain 1\nafter 1"
        results["wall_clock"]!!.find("request", "produce")!!.isConcurrent shouldBe true
        for (node in results["wall_clock"]!!.nodes()) (node.exclusiveExact()!! >= 0L) shouldBe true
        results["suspensions"]!!.find("request")!!.inclusive.exactSum shouldBe 2L
        results.problems shouldBe emptyList()
    }

    "coroutines without a Job are told apart by their contexts" {
        val results = measured {
            val done = List(2) { CompletableDeferred<Unit>() }
            tools.measureSuspending("request") {
                for ((i, end) in done.withIndex()) {
                    val context = currentCoroutineContext().minusKey(Job)
                    val body: suspend () -> Unit = {
                        tools.measureSuspending("part $i") {
                            repeat(3) { yield() }
                            tools.measure("in part $i") { }
                        }
                    }
                    body.startCoroutine(Continuation(context) { end.complete(Unit) })
                }
                yield()
                tools.measureSuspending("other") { yield() }
            }
            done.forEach { it.await() }
        }
        results.laps() shouldBe "request 1\n  part 0 1\n    in part 0 1\n  part 1 1\n    in part 1 1\n  other 1"
        results.problems shouldBe emptyList()
    }

    "coroutines with the context of a scope hang below the scope's place, and not below each other" {
        val results = session {
            runBlocking {
                lateinit var scope: CoroutineScope
                tools.measure("service") { scope = CoroutineScope(currentCoroutineContext() + measured()) }
                val done = List(3) { CompletableDeferred<Unit>() }
                for ((i, end) in done.withIndex()) Given(scope.coroutineContext, end).start {
                    tools.measureSuspending("request $i") {
                        repeat(3) { yield() }
                        scope.launch { tools.measure("child $i") { } }.join()
                        tools.measure("in request $i") { }
                    }
                }
                done.forEach { it.await() }
            }
        }
        results.laps() shouldBe "service 1" + List(3) { "\n  request $it 1\n    child $it 1\n    in request $it 1" }.joinToString("")
        results.problems shouldBe emptyList()
    }

    "what a flow began may end late, out of order and on another thread" {
        val second = Executors.newSingleThreadExecutor()
        for (order in listOf("inner outer", "outer inner", "outer elsewhere", "elsewhere outer")) {
            val results = session {
                runBlocking(measured()) {
                    val outer = currentCoroutineContext()
                    val inner = outer + outer.element().mergeForChild(measured() as CoroutineContext.Element)
                    val thread = Executors.newSingleThreadExecutor()
                    fun onThread(action: () -> Unit) = thread.submit(action).get()
                    var atOuter: Any? = null
                    var atInner: Any? = null
                    onThread {
                        atOuter = outer.element().updateThreadContext(outer)
                        tools.measure("in outer") { }
                        atInner = inner.element().updateThreadContext(inner)
                        tools.measure("in inner") { }
                    }
                    for (step in order.split(' ')) when (step) {
                        "inner" -> onThread { inner.element().restoreThreadContext(inner, atInner) }
                        "outer" -> onThread { outer.element().restoreThreadContext(outer, atOuter) }
                        else -> second.submit { inner.element().restoreThreadContext(inner, atInner) }.get()
                    }
                    onThread {
                        atInner = inner.element().updateThreadContext(inner)
                        tools.measure("in the flow again") { }
                        inner.element().restoreThreadContext(inner, atInner)
                        tools.measure("pool's own") { }
                    }
                    thread.shutdown()
                }
            }
            results.laps() shouldBe "in outer 1\nin inner 1\nin the flow again 1\npool's own 1"
            results.problems shouldBe emptyList()
        }
        second.shutdown()
    }

    "a slice that another thread ends is over when its own next takes up a coroutine, which is reported" {
        val first = Executors.newSingleThreadExecutor()
        val second = Executors.newSingleThreadExecutor()
        val results = session {
            lateinit var element: CopyableThreadContextElement<Any?>
            tools.measure("place") { element = measured().element() }
            val restored = first.submit<Any?> { element.updateThreadContext(element) }.get()
            second.submit { element.restoreThreadContext(element, restored) }.get()
            first.submit {
                val other = measured().element()
                other.restoreThreadContext(other, other.updateThreadContext(other))
                tools.measure("pool's own") { }
            }.get()
        }
        results.laps() shouldBe "place 1\npool's own 1"
        results.problems shouldHaveSize 1
        results.problems.single() shouldContain "had suspended a coroutine"
        first.shutdown()
        second.shutdown()
    }

    "a slice whose end another thread reports while its own returns from the suspension is no problem" {
        val first = Executors.newSingleThreadExecutor()
        val second = Executors.newSingleThreadExecutor()
        val results = session {
            val (outer, inner) = List(2) { i -> tools.measure("place $i") { measured().element() } }
            var around: Any? = null
            val within = first.submit<Any?> {
                around = outer.updateThreadContext(outer)
                inner.updateThreadContext(inner)
            }.get()
            second.submit { inner.restoreThreadContext(inner, within) }.get()
            first.submit {
                outer.restoreThreadContext(outer, around)
                tools.measure("pool's own") { }
            }.get()
        }
        results.laps() shouldBe "place 0 1\nplace 1 1\npool's own 1"
        results.problems shouldBe emptyList()
        first.shutdown()
        second.shutdown()
    }

    "what was ended twice ends no other coroutine's slice" {
        val results = session {
            val (a, b) = List(2) { i -> tools.measure("place $i") { measured().element() } }
            val restored = a.updateThreadContext(a)
            a.restoreThreadContext(a, restored)
            val others = b.updateThreadContext(b)
            a.restoreThreadContext(a, restored)
            tools.measure("in b") { }
            b.restoreThreadContext(b, others)
            tools.measure("after") { }
        }
        results.laps() shouldBe "place 0 1\nplace 1 1\n  in b 1\nafter 1"
        results.problems shouldBe emptyList()
    }
})

/** A coroutine created with a context that nothing is copied for, as by `asFlux`. */
private class Given(context: CoroutineContext, private val done: CompletableDeferred<Unit>) :
    AbstractCoroutine<Unit>(context, initParentJob = false, active = true) {
    fun start(body: suspend () -> Unit) = body.startCoroutine(this)

    override fun onCompleted(value: Unit) {
        done.complete(Unit)
    }

    override fun onCancelled(cause: Throwable, handled: Boolean) {
        done.completeExceptionally(cause)
    }
}

/** The element that follows coroutines. */
@Suppress("UNCHECKED_CAST") // only the object that it returned is passed back to it
private fun CoroutineContext.element(): CopyableThreadContextElement<Any?> =
    fold<CopyableThreadContextElement<Any?>?>(null) { found, element ->
        val isMeasured = element is CopyableThreadContextElement<*> && element.toString() == "measured"
        if (isMeasured) element as CopyableThreadContextElement<Any?> else found
    }!!
