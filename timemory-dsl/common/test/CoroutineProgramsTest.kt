@file:OptIn(ExperimentalAtomicApi::class, ExperimentalCoroutinesApi::class)

package timemory

import kotlin.concurrent.atomics.AtomicBoolean
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlin.test.fail
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Whether a thread that launches a coroutine onto `Dispatchers.Default` may run other coroutines before `launch` returns. On Kotlin/Native
 * it looks for a worker in a `runBlocking`, which runs what waits in the thread's event loop: work that the thread then really does
 * inside the region that launches.
 */
internal expect val dispatchingRunsOtherTasks: Boolean

/**
 * Random programs of nested regions, launches, hops, delays, cancellations and exceptions, held against a model.
 *
 * The model is sequential and knows nothing of threads and coroutines: each part of a program is given the path of labels it stands
 * below, by the nesting of the program's text, and writes down each region it enters. The call graph must hold the same paths with
 * the same laps. For regions that are only ever left by their end, the model also holds what they cost the threads that ran them.
 *
 * A program that fails is made smaller as long as it still fails, and printed with its seed.
 */
class CoroutineProgramsTest {
    private val tools = bundle<TripCount, WallClock, FakeWork>()
    private val dispatchers = listOf(Dispatchers.Default, Dispatchers.Default.limitedParallelism(1))

    @Test
    fun randomProgramsGiveTheGraphOfTheModel() {
        val programs = repeats(1_000, thorough = 5_000)
        var laps = 0L
        for (seed in 1..programs) {
            val program = Generator(Random(seed)).program()
            val difference = differenceOf(program)
            if (difference.text != null) failSmaller(seed, program, difference.text)
            laps += difference.laps
        }
        println("$programs random programs, $laps laps, each at its place")
        assertTrue(laps > 10L * programs, "the programs measured only $laps laps")
    }

    private class Difference(val text: String?, val laps: Long)

    private fun differenceOf(program: List<Op>): Difference {
        val model = Model()
        val results = session {
            runBlocking { measuredScope { Run(model).sequence(program, "", this) } }
        }
        val measured = HashMap<String, Long>()
        val worked = HashMap<String, Long>()
        val path = ArrayList<String>()
        for (node in results["trip_count"]?.nodes() ?: emptySequence()) {
            while (path.size > node.depth) path.removeAt(path.lastIndex)
            path.add(node.label)
            if (node.inclusive.laps > 0L) measured["/" + path.joinToString("/")] = node.inclusive.laps
        }
        path.clear()
        for (node in results["fake_work"]?.nodes() ?: emptySequence()) {
            while (path.size > node.depth) path.removeAt(path.lastIndex)
            path.add(node.label)
            if (node.inclusive.laps > 0L) worked["/" + path.joinToString("/")] = node.inclusive.exactSum!!
        }
        val text = when {
            measured != model.laps -> "laps: model ${model.laps.sorted()}, measured ${measured.sorted()}"
            !worked.isAsIn(model.work) -> "work: model ${model.work.sorted()}, measured ${worked.sorted()}"
            results.problems.isNotEmpty() -> "problems: ${results.problems}"
            results["wall_clock"]?.nodes()?.any { it.exclusiveExact()!! < 0 } == true -> "negative exclusive time"
            else -> null
        }
        return Difference(text, measured.values.sum())
    }

    private fun Map<String, Long>.isAsIn(model: Map<String, Long>): Boolean =
        if (dispatchingRunsOtherTasks) keys == model.keys && all { it.value >= model[it.key]!! } else this == model

    private fun Map<String, Long>.sorted() = entries.sortedBy { it.key }.joinToString { "${it.key}=${it.value}" }

    private fun failSmaller(seed: Int, program: List<Op>, first: String): Nothing {
        var smallest = program
        var difference = first
        var progress = true
        while (progress) {
            progress = false
            for (candidate in smaller(smallest)) {
                // What goes wrong by chance is given several chances to do so.
                val found = (1..20).firstNotNullOfOrNull { differenceOf(candidate).text } ?: continue
                smallest = candidate
                difference = found
                progress = true
                break
            }
        }
        fail("seed $seed: $difference\nthe smallest program that fails:\n" + smallest.joinToString("\n"))
    }

    private fun smaller(program: List<Op>): Sequence<List<Op>> = sequence {
        for (i in program.indices) {
            val before = program.subList(0, i)
            val after = program.subList(i + 1, program.size)
            yield(before + after)
            yield(before + program[i].body + after)
            for (body in smaller(program[i].body)) yield(before + program[i].copy(body = body) + after)
        }
    }

    private inner class Run(private val model: Model) {
        private val mutex = Mutex()

        suspend fun sequence(ops: List<Op>, path: String, scope: CoroutineScope, owners: List<String> = emptyList()) {
            for (op in ops) one(op, path, scope, owners)
        }

        private suspend fun one(op: Op, path: String, scope: CoroutineScope, owners: List<String>) {
            val body = op.body
            when (op.kind) {
                Kind.SUSPENDING -> {
                    val here = "$path/${op.label}"
                    model.entered(here)
                    tools.measureSuspending(op.label) { sequence(body, here, scope, owners + here) }
                }
                Kind.PLAIN -> plain(op, path, scope, owners)
                Kind.WORK -> {
                    model.worked(owners, op.amount)
                    workHere(op.amount)
                }
                Kind.YIELD -> yield()
                Kind.DELAY -> delay(1)
                Kind.LAUNCH -> scope.launch { sequence(body, path, this) }
                Kind.LAUNCH_ELSEWHERE -> scope.launch(elsewhere(op)) { sequence(body, path, this) }
                Kind.ASYNC -> scope.async { sequence(body, path, this) }.await()
                Kind.HOP -> withContext(elsewhere(op)) { sequence(body, path, this, owners) }
                Kind.SCOPE -> coroutineScope { sequence(body, path, this, owners) }
                Kind.SUPERVISOR -> supervisorScope { sequence(body, path, this, owners) }
                Kind.TIMEOUT -> withTimeoutOrNull(100_000) { sequence(body, path, this, owners) }
                Kind.LOCK -> if (!mutex.holdsLock(this)) mutex.withLock { yield() }
                Kind.FLOW -> flow { repeat(2) { i -> sequence(body, path, scope); emit(i) } }.buffer(1).collect { yield() }
                Kind.FLOW_ON -> flow { sequence(body, path, scope); emit(1) }.flowOn(nowhereElse()).collect { }
                Kind.EXCEPTION -> try {
                    coroutineScope { sequence(body, path, this, owners); error("thrown on purpose") }
                } catch (_: IllegalStateException) {
                    // goes on after it
                }
                Kind.CANCEL -> {
                    val child = scope.launch { sequence(body, path, this) }
                    repeat(op.amount.toInt()) { yield() }
                    child.cancelAndJoin()
                }
                Kind.HAND_OVER -> {
                    val position = CallContext.current()
                    scope.launch { position.within { plainBody(body, path, scope, emptyList()) } }
                }
            }
        }

        private fun elsewhere(op: Op) = dispatchers[op.amount.toInt() % dispatchers.size].measured()

        /** A dispatcher that nothing runs on yet, so that `flowOn` launches a coroutine instead of staying in the one that collects. */
        private fun nowhereElse() = Dispatchers.Default.limitedParallelism(1).measured() as CoroutineDispatcher

        private fun plain(op: Op, path: String, scope: CoroutineScope, owners: List<String>) {
            val here = "$path/${op.label}"
            model.entered(here)
            tools.measure(op.label) { plainBody(op.body, here, scope, owners + here) }
        }

        /** A plain region may not suspend, but it may launch. */
        private fun plainBody(ops: List<Op>, path: String, scope: CoroutineScope, owners: List<String>) {
            for (op in ops) when (op.kind) {
                Kind.WORK -> {
                    model.worked(owners, op.amount)
                    workHere(op.amount)
                }
                Kind.LAUNCH, Kind.ASYNC, Kind.FLOW -> scope.launch { sequence(op.body, path, this) }
                Kind.LAUNCH_ELSEWHERE, Kind.HOP -> scope.launch(elsewhere(op)) { sequence(op.body, path, this) }
                Kind.SUSPENDING, Kind.PLAIN -> plain(op, path, scope, owners)
                else -> plainBody(op.body, path, scope, owners)
            }
        }
    }

    /** What was measured, by the path of labels. */
    private class Model {
        private val lock = Lock()
        val laps = HashMap<String, Long>()
        val work = HashMap<String, Long>()

        fun entered(path: String) = lock.hold {
            laps[path] = (laps[path] ?: 0L) + 1L
            work[path] = work[path] ?: 0L
        }

        fun worked(owners: List<String>, amount: Long) = lock.hold {
            for (path in owners) work[path] = work[path]!! + amount
        }
    }

    private enum class Kind {
        SUSPENDING, PLAIN, WORK, YIELD, DELAY, LAUNCH, LAUNCH_ELSEWHERE, ASYNC, HOP, SCOPE, SUPERVISOR, TIMEOUT, LOCK, FLOW, FLOW_ON,
        EXCEPTION, CANCEL, HAND_OVER,
    }

    private data class Op(val kind: Kind, val label: String, val amount: Long, val body: List<Op>) {
        override fun toString(): String {
            val inside = body.joinToString("\n").prependIndent("  ")
            return "$kind $label $amount" + if (body.isEmpty()) "" else " {\n$inside\n}"
        }
    }

    private class Generator(private val random: Random) {
        private var left = 40

        fun program(): List<Op> = body(0)

        private fun body(depth: Int): List<Op> = List(random.nextInt(if (depth == 0) 3 else 0, 5)) { op(depth) }.filterNotNull()

        private fun op(depth: Int): Op? {
            if (left-- <= 0) return null
            val kind = KINDS[random.nextInt(KINDS.size)]
            val leaf = kind in LEAVES || depth > 6
            return Op(kind, "r${random.nextInt(4)}", 1L + random.nextInt(9), if (leaf) emptyList() else body(depth + 1))
        }
    }

    private companion object {
        /** Half of the operations are regions, so that they nest. */
        val KINDS = Kind.entries + List(6) { Kind.SUSPENDING } + List(5) { Kind.PLAIN } + List(3) { Kind.WORK }
        val LEAVES = setOf(Kind.WORK, Kind.YIELD, Kind.DELAY, Kind.LOCK)
    }
}
