package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.shouldBe
import java.util.concurrent.CyclicBarrier
import java.util.concurrent.Executors
import java.util.concurrent.Future
import java.util.concurrent.SynchronousQueue
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.resume
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.ThreadContextElement
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withContext
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.callgraph.closeSuspending
import timemory.internal.callgraph.componentSet
import timemory.internal.callgraph.openSuspending

/**
 * The order that kotlinx.coroutines documents for `ThreadContextElement`: a coroutine that is resumed immediately may run on a second
 * thread before the first has restored its context.
 */
class SliceOrderSpec : StringSpec({
    /** One end of a suspension after the other thread has gone on, again and again, in every order that the three steps can have. */
    "the late end of a slice counts once, before and after the region has ended" {
        val second = Executors.newSingleThreadExecutor()
        fun onSecond(action: () -> Unit) = second.submit(action).get()
        for (order in listOf("end resume close", "resume end close", "resume close end")) {
            repeat(repeats(200, thorough = 1000)) {
                val results = session {
                    val element = measuredElement()
                    val restored = element.updateThreadContext(element)
                    val lap = open(element, "a")
                    workHere(5)
                    var taken: Any? = null
                    for (step in order.split(' ')) when (step) {
                        "end" -> element.restoreThreadContext(element, restored)
                        "resume" -> onSecond {
                            taken = element.updateThreadContext(element)
                            workHere(7)
                            measure<TripCount>("below") { }
                        }
                        else -> onSecond {
                            closeSuspending(lap)
                            measure<TripCount>("after") { }
                            element.restoreThreadContext(element, taken)
                        }
                    }
                    measure<TripCount>("first thread") { }
                    onSecond { measure<TripCount>("second thread") { } }
                }
                results.graph("fake_work") shouldBe "a 1 12 12"
                results.graph("suspensions") shouldBe "a 1 1 1"
                results.graph("thread_changes") shouldBe "a 1 1 1"
                results.laps() shouldBe "a 1\n  below 1\nafter 1\nfirst thread 1\nsecond thread 1"
                results.problems shouldBe emptyList()
            }
        }
        second.shutdown()
    }

    "both threads at once: no lap and no work is lost or counted twice" {
        val first = Executors.newSingleThreadExecutor()
        val second = Executors.newSingleThreadExecutor()
        val rounds = 20_000
        val results = session {
            val barrier = CyclicBarrier(2)
            repeat(rounds) {
                val element = measuredElement()
                lateinit var lap: SuspendingLap
                val ends: Future<*> = first.submit {
                    val restored = element.updateThreadContext(element)
                    lap = open(element, "a")
                    workHere(5)
                    barrier.await()
                    element.restoreThreadContext(element, restored)
                }
                val goesOn: Future<*> = second.submit {
                    barrier.await()
                    val restored = element.updateThreadContext(element)
                    workHere(7)
                    closeSuspending(lap)
                    element.restoreThreadContext(element, restored)
                }
                ends.get()
                goesOn.get()
            }
        }
        results.graph("fake_work") shouldBe "a $rounds ${12L * rounds} ${12L * rounds}"
        results.graph("suspensions") shouldBe "a $rounds $rounds $rounds"
        results.problems shouldBe emptyList()
        first.shutdown()
        second.shutdown()
    }

    "coroutines that are resumed on another thread before they have suspended keep their place" {
        val threads = List(2) { Executors.newSingleThreadExecutor() }
        val rounds = 20_000
        val results = session {
            runBlocking(measured()) {
                withContext(Alternating(threads)) {
                    measureSuspending<FakeWork, TripCount>("all") {
                        repeat(rounds) {
                            workHere(1)
                            measureSuspending<TripCount>("hop") {
                                // Resumed before the block returns: dispatched to the other thread while this one still runs.
                                suspendCancellableCoroutine { it.resume(Unit) }
                                handOff()
                            }
                            measure<TripCount>("plain") { }
                        }
                    }
                }
            }
        }
        results.laps() shouldBe "all 1\n  hop $rounds\n  plain $rounds"
        results.graph("fake_work") shouldBe "all 1 $rounds $rounds"
        results.problems shouldBe emptyList()
        threads.forEach { it.shutdown() }
    }
})

@Suppress("UNCHECKED_CAST") // only the object that it returned is passed back to it
private fun measuredElement() = measured() as ThreadContextElement<Any?>

private fun open(context: CoroutineContext, label: String): SuspendingLap =
    openSuspending(context, label, componentSet(null, FakeWork::class.java, TripCount::class.java))!!

/** Suspends, and has another thread resume the coroutine as fast as it can. */
private suspend fun handOff() = suspendCancellableCoroutine { continuation -> resumer.put { continuation.resume(Unit) } }

private val resumer = SynchronousQueue<() -> Unit>().also { queue ->
    Thread { while (true) queue.take()() }.also { it.isDaemon = true }.start()
}

/** Gives each resumption to the next thread. */
private class Alternating(private val threads: List<java.util.concurrent.ExecutorService>) : CoroutineDispatcher() {
    private var next = 0

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        next = (next + 1) % threads.size
        threads[next].execute(block)
    }
}
