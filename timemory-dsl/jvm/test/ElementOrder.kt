@file:OptIn(DelicateCoroutinesApi::class, ExperimentalCoroutinesApi::class, InternalCoroutinesApi::class)

package timemory

import java.util.IdentityHashMap
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import kotlin.coroutines.CoroutineContext
import kotlin.random.Random
import kotlinx.coroutines.AbstractCoroutine
import kotlinx.coroutines.CopyableThreadContextElement
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.InternalCoroutinesApi
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.ContextFrame
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.callgraph.closeSuspending
import timemory.internal.callgraph.componentSet
import timemory.internal.callgraph.graphHere
import timemory.internal.callgraph.openSuspending
import timemory.results.CallGraphNode
import timemory.results.Results

/** Creates the elements of the context that [ElementOrder] drives, and opens regions in coroutines that have them. */
internal interface Elements {
    fun new(): CopyableThreadContextElement<Any?>

    fun open(context: CoroutineContext, label: String, set: ComponentSet): SuspendingLap?
}

@Suppress("UNCHECKED_CAST") // only the object that it returned is passed back to it
internal object MeasuredElements : Elements {
    override fun new() = measured() as CopyableThreadContextElement<Any?>

    override fun open(context: CoroutineContext, label: String, set: ComponentSet) = openSuspending(context, label, set)
}

/** Elements that treat each element as a separate coroutine, as those of `measured()` once did: what [ElementOrder] must find. */
@Suppress("UNCHECKED_CAST") // as above
internal object ElementsOfOneStrand : Elements {
    private class OneStrand(val strand: Strand) : CopyableThreadContextElement<ContextFrame?> {
        override val key get() = Key

        override fun updateThreadContext(context: CoroutineContext) = beginSlice(strand)

        override fun restoreThreadContext(context: CoroutineContext, oldState: ContextFrame?) {
            if (oldState != null) endSlice(oldState)
        }

        override fun copyForChild() = OneStrand(strandForChild(strand))

        override fun mergeForChild(overwritingElement: CoroutineContext.Element) =
            OneStrand(strandForChild((overwritingElement as OneStrand).strand))

        companion object Key : CoroutineContext.Key<OneStrand>
    }

    override fun new() = OneStrand(Strand.here()) as CopyableThreadContextElement<Any?>

    override fun open(context: CoroutineContext, label: String, set: ComponentSet) =
        openSuspending(graphHere()!!, context[OneStrand]!!.strand, label, set, context, stream = null, isHeld = false)
}

/**
 * Drives [elements] of the context as kotlinx.coroutines does, or as it does when it goes wrong.
 *
 * In order, each coroutine is run by one thread at a time, and threads release the coroutine that they resumed last. Only the parts of a
 * coroutine that `flowOn` created are released at any time and by any thread. Each region must then be below the regions of its own
 * coroutine, and below no others, and nothing may be reported.
 *
 * Out of order, a coroutine is resumed on any thread, and released late, on another thread, after the one around it, twice, or never. A
 * wrong order may cost regions their place. It must not cost a lap, hang a thread, or throw.
 *
 * Each step ends before the next starts, so a seed determines one order.
 */
internal class ElementOrder(private val elements: Elements = MeasuredElements) : AutoCloseable {
    private class Worker(val name: String) {
        val executor = Executors.newSingleThreadExecutor { Thread(it, name).apply { isDaemon = true } }
    }

    private class Coroutine(val context: CoroutineContext, val name: String) {
        val element = elementOf(context)
        val laps = ArrayList<SuspendingLap>()

        /** Where it was started; `null` before it first runs. */
        var base: String? = null

        /** Where a region opened in it must be. */
        val path get() = base + "/$name".repeat(laps.size)

        companion object {
            @Suppress("UNCHECKED_CAST") // only the object that it returned is passed back to it
            fun elementOf(context: CoroutineContext) = context.fold(null as CoroutineContext.Element?) { found, each ->
                if (each is CopyableThreadContextElement<*>) each else found
            } as CopyableThreadContextElement<Any?>
        }
    }

    private class Running(context: CoroutineContext) : AbstractCoroutine<Unit>(context, initParentJob = false, active = true)

    private class TakenUp(val coroutine: Coroutine, val context: CoroutineContext, val worker: Worker, val state: Any?)

    private val workers = List(3) { Worker("worker $it") }
    private val set = componentSet(null, FakeWork::class.java, TripCount::class.java)

    override fun close() = workers.forEach { it.executor.shutdownNow() }

    /** Runs the steps that [random] chooses; returns the failure, or `null`. */
    fun wrongWith(random: Random, isInOrder: Boolean): String? {
        val steps = ArrayList<String>()
        val laps = HashMap<String, Long>()
        var wrong: String? = null
        val results = session {
            try {
                val program = Program(random, steps, laps, isInOrder)
                repeat(5 + random.nextInt(40)) { program.step() }
                program.end()
            } catch (failure: ExecutionException) {
                wrong = "threw ${failure.cause?.stackTraceToString()}"
            } catch (_: TimeoutException) {
                wrong = "hangs"
            }
        }
        wrong = wrong ?: differenceOf(results, laps, isInOrder)
        return wrong?.let { "$it, after\n" + steps.joinToString("\n") }
    }

    private fun differenceOf(results: Results, laps: Map<String, Long>, isInOrder: Boolean): String? {
        val recorded = HashMap<String, Long>()
        fun add(nodes: List<CallGraphNode>, above: String) {
            for (node in nodes) {
                val path = "$above/${node.label}"
                val closed = node.inclusive.laps - node.inclusive.openLaps
                if (closed > 0L) recorded[path] = closed
                add(node.children, path)
            }
        }
        add(results["trip_count"]?.roots.orEmpty(), "")
        val isAsExpected = if (isInOrder) recorded == laps else recorded.byLabel() == laps.byLabel()
        return when {
            !isAsExpected -> "expected $laps, recorded $recorded"
            results.graphs.any { graph -> graph.nodes().any { it.inclusive.openLaps > 0L } } -> "laps are open at the end"
            isInOrder && results.problems.isNotEmpty() -> "reported ${results.problems}"
            else -> null
        }
    }

    private fun Map<String, Long>.byLabel() = entries.groupBy({ it.key.substringAfterLast('/') }, { it.value }).mapValues { it.value.sum() }

    private inner class Program(
        private val random: Random,
        private val steps: MutableList<String>,
        private val laps: MutableMap<String, Long>,
        private val isInOrder: Boolean,
    ) {
        private val coroutines = ArrayList<Coroutine>()
        private val takenUp = ArrayList<TakenUp>()

        /** The coroutine that each element was copied for: the first one that ran. `null` for those that were not copied. */
        private val owners = IdentityHashMap<CoroutineContext, Coroutine?>()

        /** Where the owners of these elements were launched: the position of the element that was copied. */
        private val launchedAt = IdentityHashMap<CoroutineContext, String>()

        /** Parts of coroutines, which are let go at any time. */
        private val parts = ArrayList<TakenUp>()

        init {
            repeat(3) { add() }
        }

        /** A coroutine with a new element, one that was copied from another's, or another's element itself. */
        private fun add() {
            val like = coroutines.randomOrNull(random)?.element
            val way = if (like == null) 0 else random.nextInt(4)
            val element = when (way) {
                1 -> like!!.copyForChild()
                2 -> like!!.mergeForChild(elements.new())
                3 -> like!!
                else -> elements.new()
            }
            if (way == 0) owners[element] = null
            if (way == 1) launchedAt[element] = (owners[like]?.path ?: launchedAt[like]).orEmpty()
            val name = "coroutine ${coroutines.size}"
            coroutines.add(Coroutine(Running(element + CoroutineName(name)).context, name))
            steps.add("$name, its element made in way $way")
        }

        fun step() {
            val worker = workers.random(random)
            when (random.nextInt(12)) {
                0, 1, 2 -> takeUp(worker)
                3, 4, 5 -> takenUp.randomOrNull(random)?.let { letGo(it, worker) }
                6, 7 -> open()
                8 -> close(worker)
                9 -> if (coroutines.size < 6) add()
                10 -> if (isInOrder) part() else takenUp.lastOrNull()?.let { letGo(it, it.worker) }
                else -> plain(worker)
            }
        }

        private fun on(worker: Worker, what: String, action: () -> Unit) {
            steps.add("${worker.name}: $what")
            worker.executor.submit(action).get(20, TimeUnit.SECONDS)
        }

        private fun ran(path: String) {
            laps[path] = (laps[path] ?: 0L) + 1L
        }

        /** The coroutine that [worker] resumed last. */
        private fun innermostOn(worker: Worker): TakenUp? = takenUp.lastOrNull { it.worker === worker }

        private fun takeUp(worker: Worker) {
            val coroutine = coroutines.random(random)
            if (isInOrder && takenUp.any { it.coroutine === coroutine }) return
            if (coroutine.base == null) coroutine.base = baseOf(coroutine, worker)
            takeUp(coroutine, coroutine.context, worker, takenUp)
        }

        /**
         * The expected position of a coroutine that runs for the first time. One that was given the context of another was started by a
         * coroutine with that context: by the one that the thread runs or, without one, the owner.
         */
        private fun baseOf(coroutine: Coroutine, worker: Worker): String {
            val element = coroutine.element
            val owner = if (element in owners) owners[element] else coroutine.also { owners[element] = it }
            val isStartedHere = owner !== coroutine && takenUp.any { it.worker === worker && it.coroutine.element === element }
            val starter = if (isStartedHere) innermostOn(worker)!!.coroutine else owner
            return if (starter === coroutine) launchedAt[element].orEmpty() else starter?.path.orEmpty()
        }

        private fun takeUp(coroutine: Coroutine, context: CoroutineContext, worker: Worker, list: MutableList<TakenUp>) =
            on(worker, "takes up ${coroutine.name}" + if (context === coroutine.context) "" else " for a part") {
                list.add(TakenUp(coroutine, context, worker, Coroutine.elementOf(context).updateThreadContext(context)))
            }

        /** The innermost coroutine of a thread collects a flow in another context, on the same dispatcher. */
        private fun part() {
            val late = parts.randomOrNull(random)
            if (late != null && random.nextBoolean()) return letGoOfPart(late)
            val taken = takenUp.randomOrNull(random)?.let { innermostOn(it.worker) } ?: return
            val context = taken.coroutine.context
            takeUp(taken.coroutine, context + taken.coroutine.element.mergeForChild(elements.new()), taken.worker, parts)
        }

        private fun letGoOfPart(part: TakenUp) {
            parts.remove(part)
            letGo(part, workers.random(random), "a part of ")
        }

        private fun letGo(taken: TakenUp, worker: Worker) {
            if (isInOrder) {
                if (innermostOn(taken.worker) !== taken) return
                takenUp.remove(taken)
                return letGo(taken, taken.worker, "")
            }
            val again = random.nextInt(8) == 0
            if (!again) takenUp.remove(taken)
            letGo(taken, if (random.nextInt(4) == 0) worker else taken.worker, if (again) "not for the last time " else "")
        }

        private fun letGo(taken: TakenUp, worker: Worker, how: String) =
            on(worker, "lets go of $how${taken.coroutine.name}, taken up by ${taken.worker.name}") {
                Coroutine.elementOf(taken.context).restoreThreadContext(taken.context, taken.state)
            }

        private fun plain(worker: Worker) = on(worker, "plain regions") {
            measure<TripCount>("plain") { measure<TripCount>("plain") { workHere(1) } }
            val above = innermostOn(worker)?.coroutine?.path.orEmpty()
            ran("$above/plain")
            ran("$above/plain/plain")
        }

        /** Where a coroutine runs, as its own code would. */
        private fun open() {
            var taken = takenUp.randomOrNull(random) ?: return
            if (isInOrder) taken = innermostOn(taken.worker)!!
            val coroutine = taken.coroutine
            on(taken.worker, "${coroutine.name} opens a region") {
                elements.open(coroutine.context, coroutine.name, set)?.let(coroutine.laps::add)
            }
        }

        private fun close(worker: Worker) {
            val coroutine = coroutines.filter { it.laps.isNotEmpty() }.randomOrNull(random) ?: return
            val runner = takenUp.lastOrNull { it.coroutine === coroutine }
            if (!isInOrder) close(coroutine, worker)
            if (isInOrder && runner != null && innermostOn(runner.worker) === runner) close(coroutine, runner.worker)
        }

        private fun close(coroutine: Coroutine, worker: Worker) = on(worker, "${coroutine.name} closes its region") {
            ran(coroutine.path)
            closeSuspending(coroutine.laps.removeAt(coroutine.laps.lastIndex))
        }

        /** The regions end, and the slices: out of order, only most of them. */
        fun end() {
            if (isInOrder) {
                while (takenUp.isNotEmpty()) takenUp.last().let { letGo(it, it.worker) }
                while (parts.isNotEmpty()) letGoOfPart(parts.random(random))
            }
            for (coroutine in coroutines) {
                val worker = workers.random(random)
                if (isInOrder && coroutine.base == null) continue
                if (isInOrder) takeUp(coroutine, coroutine.context, worker, takenUp)
                while (coroutine.laps.isNotEmpty()) close(coroutine, worker)
                if (isInOrder) letGo(takenUp.last(), worker)
            }
            while (takenUp.isNotEmpty()) {
                val taken = takenUp.random(random)
                if (random.nextInt(8) == 0) takenUp.remove(taken) else letGo(taken, taken.worker)
            }
            workers.forEach(::plain)
        }
    }
}
