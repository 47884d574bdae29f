@file:OptIn(DelicateCoroutinesApi::class, ExperimentalCoroutinesApi::class)

package timemory

import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import kotlin.coroutines.CoroutineContext
import kotlin.random.Random
import kotlinx.coroutines.CopyableThreadContextElement
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.ExperimentalCoroutinesApi
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.callgraph.closeSuspending
import timemory.internal.callgraph.componentSet
import timemory.internal.callgraph.openSuspending
import timemory.results.Results

/**
 * Drives the elements of `measured()` as kotlinx.coroutines does when it goes wrong: a coroutine is taken up on any thread, and let go in any
 * order, late, on another thread, after the one around it, twice, or never. Each step ends before the next begins, so a seed stands for one
 * order.
 *
 * A wrong order may cost regions their place. It must not cost a lap, hang a thread, or throw.
 */
internal class ElementOrder : AutoCloseable {
    private class Worker(val name: String) {
        val executor = Executors.newSingleThreadExecutor { Thread(it, name).apply { isDaemon = true } }
    }

    private class Coroutine(val element: CopyableThreadContextElement<Any?>, name: String) {
        val context: CoroutineContext = element + CoroutineName(name)
        val laps = ArrayList<SuspendingLap>()
    }

    private class TakenUp(val coroutine: Coroutine, val worker: Worker, val state: Any?)

    private val workers = List(3) { Worker("worker $it") }
    private val set = componentSet(null, FakeWork::class.java, TripCount::class.java)

    override fun close() = workers.forEach { it.executor.shutdownNow() }

    /** Runs the steps that [random] chooses; what went wrong, or `null`. */
    fun wrongWith(random: Random): String? {
        val steps = ArrayList<String>()
        var plain = 0L
        var suspending = 0L
        var wrong: String? = null
        val results = session {
            try {
                val program = Program(random, steps)
                repeat(5 + random.nextInt(40)) { program.step() }
                program.end()
                plain = program.plain
                suspending = program.suspending
            } catch (failure: ExecutionException) {
                wrong = "threw ${failure.cause?.stackTraceToString()}"
            } catch (_: TimeoutException) {
                wrong = "hangs"
            }
        }
        wrong = wrong ?: differenceOf(results, plain, suspending)
        return wrong?.let { "$it, after\n" + steps.joinToString("\n") }
    }

    private fun differenceOf(results: Results, plain: Long, suspending: Long): String? {
        fun laps(label: String) =
            results["trip_count"]?.nodes()?.filter { it.label == label }?.sumOf { it.inclusive.laps - it.inclusive.openLaps } ?: 0L
        return when {
            laps("plain") != plain -> "$plain plain laps, recorded ${laps("plain")}"
            laps("suspending") != suspending -> "$suspending suspending laps, recorded ${laps("suspending")}"
            results.graphs.any { graph -> graph.nodes().any { it.inclusive.openLaps > 0L } } -> "laps are open at the end"
            else -> null
        }
    }

    private inner class Program(private val random: Random, private val steps: MutableList<String>) {
        private val coroutines = ArrayList<Coroutine>()
        private val takenUp = ArrayList<TakenUp>()
        var plain = 0L
        var suspending = 0L

        init {
            repeat(3) { add() }
        }

        /** A coroutine with an element of its own, one that was copied from another's, or that of another. */
        private fun add() {
            val like = coroutines.randomOrNull(random)?.element
            val way = if (like == null) 0 else random.nextInt(4)
            val element = when (way) {
                1 -> like!!.copyForChild()
                2 -> like!!.mergeForChild(new())
                3 -> like!!
                else -> new()
            }
            @Suppress("UNCHECKED_CAST") // only what it returned is given back to it
            coroutines.add(Coroutine(element as CopyableThreadContextElement<Any?>, "coroutine ${coroutines.size}"))
            steps.add("coroutine ${coroutines.lastIndex}, its element made in way $way")
        }

        @Suppress("UNCHECKED_CAST") // as above
        private fun new() = measured() as CopyableThreadContextElement<Any?>

        fun step() {
            val coroutine = coroutines.random(random)
            val worker = workers.random(random)
            when (random.nextInt(10)) {
                0, 1, 2 -> takeUp(coroutine, worker)
                3, 4 -> takenUp.randomOrNull(random)?.let { letGo(it, if (random.nextInt(4) == 0) worker else it.worker) }
                5 -> takenUp.lastOrNull()?.let { letGo(it, it.worker) }
                6 -> open()
                7 -> close(worker)
                8 -> if (coroutines.size < 6) add()
                else -> plain(worker)
            }
        }

        private fun on(worker: Worker, what: String, action: () -> Unit) {
            steps.add("${worker.name}: $what")
            worker.executor.submit(action).get(20, TimeUnit.SECONDS)
        }

        private fun nameOf(coroutine: Coroutine) = "coroutine ${coroutines.indexOf(coroutine)}"

        private fun takeUp(coroutine: Coroutine, worker: Worker) = on(worker, "takes up ${nameOf(coroutine)}") {
            takenUp.add(TakenUp(coroutine, worker, coroutine.element.updateThreadContext(coroutine.context)))
        }

        private fun letGo(taken: TakenUp, worker: Worker) {
            val again = random.nextInt(8) == 0
            if (!again) takenUp.remove(taken)
            val which = "${nameOf(taken.coroutine)}, taken up by ${taken.worker.name}" + if (again) ", not for the last time" else ""
            on(worker, "lets go of $which") {
                taken.coroutine.element.restoreThreadContext(taken.coroutine.context, taken.state)
            }
        }

        private fun plain(worker: Worker) = on(worker, "plain regions") {
            measure<TripCount>("plain") { measure<TripCount>("plain") { workHere(1) } }
            plain += 2
        }

        /** Where a coroutine runs, as its own code would. */
        private fun open() {
            val taken = takenUp.randomOrNull(random) ?: return
            on(taken.worker, "${nameOf(taken.coroutine)} opens a region") {
                openSuspending(taken.coroutine.context, "suspending", set)?.let(taken.coroutine.laps::add)
            }
        }

        private fun close(worker: Worker) {
            val coroutine = coroutines.filter { it.laps.isNotEmpty() }.randomOrNull(random) ?: return
            on(worker, "${nameOf(coroutine)} closes its region") {
                closeSuspending(coroutine.laps.removeAt(coroutine.laps.lastIndex))
                suspending++
            }
        }

        /** The regions end, and most of the slices. */
        fun end() {
            for (coroutine in coroutines) while (coroutine.laps.isNotEmpty()) {
                on(workers.random(random), "${nameOf(coroutine)} closes its region") {
                    closeSuspending(coroutine.laps.removeAt(coroutine.laps.lastIndex))
                    suspending++
                }
            }
            while (takenUp.isNotEmpty()) {
                val taken = takenUp.random(random)
                if (random.nextInt(8) == 0) takenUp.remove(taken) else letGo(taken, taken.worker)
            }
            workers.forEach(::plain)
        }
    }
}
