package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.ints.shouldBeLessThan
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import java.util.concurrent.CountDownLatch
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicLong
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.context.ContextPropagation
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph

/** Virtual threads, if the JVM has them. */
class VirtualThreadsSpec : StringSpec({
    val hasVirtualThreads = Runtime.version().feature() >= 21
    val owners = GraphOwners()
    beforeSpec { owners.begin() }
    afterTest { owners.violations shouldBe emptyList() }
    afterSpec { owners.end() }

    "virtual threads one after another lose no lap and share a few call graphs".config(enabled = hasVirtualThreads) {
        val counted = AtomicLong()
        val results = session {
            measure<TripCount>("main") {
                inVirtualThreads(100_000) {
                    measure<TripCount, WallClock>("outer") { measure<TripCount>("inner") { counted.incrementAndGet() } }
                }
            }
        }
        results.laps() shouldBe "main 1\n  outer 100000\n    inner 100000"
        counted.get() shouldBe 100_000L
        results.problems shouldBe emptyList()
        results.threadCount shouldBeLessThan 20_000
    }

    "a region that is closed twice harms no thread that has its call graph by then".config(enabled = hasVirtualThreads) {
        val turns = List(4) { CountDownLatch(1) }
        val tools = Bundles.of(TripCount::class.java)

        fun awaitTurn(turn: Int) = turns[turn].await(60, TimeUnit.SECONDS) shouldBe true
        val results = session {
            inVirtualThreads(2) { thread ->
                if (thread == 0) {
                    val region = tools.open("same")
                    region.close()
                    region.close() // while no thread has the graph
                    turns[0].countDown()
                    awaitTurn(1)
                    region.close() // while another thread has it
                    turns[2].countDown()
                } else {
                    awaitTurn(0)
                    val region = tools.open("same")
                    turns[1].countDown()
                    awaitTurn(2)
                    tools.run("inside") { tools.run("same") { } }
                    region.close()
                    tools.run("after") { }
                }
            }
        }
        results.laps() shouldBe "same 2\n  inside 1\n    same 1\nafter 1"
        results.problems.single() shouldContain "was stopped while it was not open"
    }

    "a region that waits keeps its place, on whichever carrier it goes on".config(enabled = hasVirtualThreads) {
        val results = session {
            inVirtualThreads(2_000) { i ->
                measure<TripCount>("waits ${i % 3}") {
                    Thread.sleep(i % 5L)
                    measure<TripCount>("inside ${i % 3}") { Thread.yield() }
                }
            }
        }
        val laps = listOf(667, 667, 666)
        results.laps().lines().toSet() shouldBe laps.flatMapIndexed { i, n -> listOf("waits $i $n", "  inside $i $n") }.toSet()
    }

    "ten thousand open at once are ten thousand laps at one place, far fewer nodes allowed or not".config(enabled = hasVirtualThreads) {
        val results = session({ maxNodes = 10 }) {
            val all = CountDownLatch(10_000)
            inVirtualThreads(10_000) {
                measure<TripCount>("open") {
                    all.countDown()
                    all.await()
                }
            }
            measure<TripCount>("after") { }
            inVirtualThreads(100) { measure<TripCount>("open") { } }
        }
        results.laps() shouldBe "open 10100\nafter 1"
        results.problems shouldBe emptyList()
    }

    "components bound to threads are left out on virtual threads, and it is said once".config(enabled = hasVirtualThreads) {
        val results = session {
            inVirtualThreads(10) { measure<TripCount, ThreadCpuClock>("x") { } }
            measure<TripCount, ThreadCpuClock>("platform") { }
        }
        results.laps().lines().toSet() shouldBe setOf("x 10", "platform 1")
        results["thread_cpu_clock"]!!.nodes().map { it.label }.toList() shouldBe listOf("platform")
        results.problems.single() shouldContain "thread_cpu_clock is skipped on virtual threads"
    }

    "a component that measures while it starts leaves the thread its call graph".config(enabled = hasVirtualThreads) {
        val results = session {
            inVirtualThreads(1_000) {
                measure<TripCount, MeasuresAtStart>("outer") { measure<TripCount>("inner") { Thread.yield() } }
            }
        }
        results.laps().lines().toSet() shouldBe setOf("inside 1000", "outer 1000", "  inner 1000")
        results.problems shouldBe emptyList()
    }

    "a component that runs propagated work while it starts leaves the thread its call graph".config(enabled = hasVirtualThreads) {
        val results = session {
            measure<TripCount>("place") { elsewhere = CallContext.current() }
            inVirtualThreads(1_000) { measure<TripCount, WorksAtStart>("outer") { measure<TripCount>("inner") { Thread.yield() } } }
        }
        results.laps() shouldBe "place 1\n  handed over 1000\nouter 1000\n  inner 1000"
        results.problems shouldBe emptyList()
    }

    "a component that measures while a flat region starts leaves the thread its call graph".config(enabled = hasVirtualThreads) {
        val flat = bundle<TripCount, MeasuresAtStart>(Scope.FLAT)
        val results = session { inVirtualThreads(1_000) { flat.measure("outer") { Thread.yield() } } }
        results.laps().lines().toSet() shouldBe setOf("inside 1000", "outer 1000")
        results.problems shouldBe emptyList()
    }

    "work handed over to virtual threads hangs below the region that submitted it".config(enabled = hasVirtualThreads) {
        val results = session {
            val pool = virtualThreads()
            measure<TripCount>("first") {
                val propagating = ContextPropagation.executorService(pool)
                List(100) { propagating.submit { measure<TripCount>("work") { Thread.sleep(1) } } }.forEach { it.get() }
            }
            measure<TripCount>("second") { pool.submit { measure<TripCount>("sea level") { } }.get() }
            pool.shutdown()
        }
        results.laps() shouldBe "first 1\n  work 100\nsecond 1\n  sea level 1"
    }

    "a coroutine on virtual threads keeps its place; its CPU time is not known".config(enabled = hasVirtualThreads) {
        val pool = virtualThreads()
        val results = session {
            runBlocking(measured()) {
                measureSuspending<TripCount>("main") {
                    coroutineScope {
                        repeat(100) {
                            launch(pool.asCoroutineDispatcher()) {
                                measureSuspending<TripCount, ThreadCpuClock>("part") {
                                    yield()
                                    measure<TripCount>("inside") { }
                                }
                            }
                        }
                    }
                }
            }
        }
        pool.shutdown()
        results.laps() shouldBe "main 1\n  part 100\n    inside 100"
        (results["thread_cpu_clock"]?.find("main", "part")?.inclusive?.laps ?: 0L) shouldBe 0L
        results["active_time"]!!.find("main", "part")!!.inclusive.laps shouldBe 100L
        results.problems.single() shouldContain "virtual threads"
    }

    "nobody else has the call graph before a handle has read what its lap recorded".config(enabled = hasVirtualThreads) {
        val results = session {
            inVirtualThreads(1) {
                val region = bundle<Asking>().region("asks")
                region.start()
                Asking.own = currentGraph
                region.stop()
            }
        }
        (Asking.others == null) shouldBe false
        (Asking.others === Asking.own) shouldBe false
        results["asking"]!!.find("asks")!!.inclusive.laps shouldBe 1L
        results.problems shouldBe emptyList()
    }

    "many thousand short-lived threads one after another lose no lap" {
        val rounds = repeats(300, thorough = 12_500)
        val results = session {
            measure<TripCount>("main") {
                repeat(rounds) {
                    val threads = List(8) { Thread { measure<TripCount>("work") { } }.also { it.start() } }
                    threads.forEach { it.join() }
                }
            }
        }
        results.laps() shouldBe "main 1\n  work ${8 * rounds}"
        results.threadCount shouldBeLessThan 2_000
    }
})

/** Makes another virtual thread measure while the values of its laps are awaited, which is after their ends. */
private class Asking : LateComponent(Asking) {
    override fun start() {}

    override fun stop() = ended(
        object : LateComponent.LateLap {
            override fun isKnown(wait: Boolean): Boolean {
                if (others == null) inVirtualThreads(1) { measure<TripCount>("other") { others = currentGraph } }
                return true
            }

            override fun value(): Long = 1L

            override fun parts(): Map<String, Long> = emptyMap()
        },
    )

    companion object TYPE : ComponentType<Asking>("asking", "A thread while another one asks", Quantity.COUNT, ::Asking) {
        @Volatile
        var own: ThreadGraph? = null

        @Volatile
        var others: ThreadGraph? = null
    }
}

/** An executor with a virtual thread for each task, found by reflection because these tests are compiled for Java 17. */
private fun virtualThreads(): ExecutorService =
    Executors::class.java.getMethod("newVirtualThreadPerTaskExecutor").invoke(null) as ExecutorService

private fun inVirtualThreads(count: Int, body: (Int) -> Unit) {
    val pool = virtualThreads()
    val tasks = List(count) { i -> pool.submit { body(i) } }
    tasks.forEach { it.get() }
    pool.shutdown()
}

/** Opens another region while the one that it belongs to is being opened. */
@DescribedBy(MeasuresAtStart.TYPE::class)
internal class MeasuresAtStart : LongComponent() {
    override fun start() = measure<TripCount>("inside") { }

    override fun stop() = record(1L)

    companion object TYPE :
        ComponentType<MeasuresAtStart>("measures_at_start", "Laps, beside regions of its own", Quantity.COUNT, ::MeasuresAtStart)
}

private var elsewhere = CallContext.current()

@DescribedBy(WorksAtStart.TYPE::class)
internal class WorksAtStart : LongComponent() {
    override fun start() = elsewhere.within { measure<TripCount>("handed over") { } }

    override fun stop() = record(1L)

    companion object TYPE :
        ComponentType<WorksAtStart>("works_at_start", "Laps, beside work handed over", Quantity.COUNT, ::WorksAtStart)
}
