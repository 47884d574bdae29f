@file:OptIn(ExperimentalCoroutinesApi::class, DelicateCoroutinesApi::class)

package timemory

import kotlin.coroutines.CoroutineContext
import kotlin.random.Random
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.newSingleThreadContext
import kotlinx.coroutines.sync.Mutex
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.wallNanoseconds
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results

/** A step of a random program: [operation] with the steps inside it. */
internal data class Op(val operation: Operation, val label: String, val amount: Long, val body: List<Op>) {
    /** The first and the second half of [body], for operations that have two parts. */
    val front: List<Op> get() = body.subList(0, (body.size + 1) / 2)
    val back: List<Op> get() = body.subList((body.size + 1) / 2, body.size)

    override fun toString(): String {
        val inside = body.joinToString("\n").prependIndent("  ")
        return "${operation.name} $label $amount" + if (body.isEmpty()) "" else " {\n$inside\n}"
    }
}

/**
 * An operation of a step. [run] receives the step and its place, and says, for each part of the step's body, where its regions must be
 * found.
 */
internal class Operation(
    val name: String,
    /** How often it is drawn, relative to the others. */
    val weight: Int = 1,
    val isLeaf: Boolean = false,
    /** Inside a plain region, which may not suspend: `null` if the body is run there as if it stood without this operation. */
    val runPlain: (RandomProgramRun.(Op, Place) -> Unit)? = null,
    val run: suspend RandomProgramRun.(Op, Place) -> Unit,
)

/** The place of a step according to the nesting of the program's text. */
internal data class Place(
    val path: String,
    /** The scope in which the step launches coroutines. */
    val scope: CoroutineScope,
    /** The open regions that are certainly charged for the work of the thread: those of the same coroutine. */
    val owners: List<String> = emptyList(),
    /** The open regions that may be charged as well: those around work that another coroutine does on their thread, or in their turn. */
    val perhaps: List<String> = emptyList(),
    /** Whether a thread waits for the step, so that nothing in it may need another thread. */
    val isBlocking: Boolean = false,
    /** Whether the coroutine was created with another one's context, unchanged. */
    val isUncopied: Boolean = false,
    /** Whether the context here is that of the coroutine itself, and not another one for a part of it. */
    val hasOwnContext: Boolean = true,
    /** Whether any thread may resume it, and the coroutines that inherit its context. */
    val isUnconfined: Boolean = false,
) {
    /** The same coroutine, in [scope]. */
    fun within(scope: CoroutineScope) = copy(scope = scope)

    /**
     * The same, resumed by any thread and inside any regions that are open there: not always by the thread that waits for it inside its own
     * regions.
     */
    fun unconfined(scope: CoroutineScope) =
        (if (isBlocking) sharing(scope) else within(scope)).copy(hasOwnContext = false, isUnconfined = true)

    /** Another coroutine, launched here. */
    fun child(scope: CoroutineScope) =
        Place(path, scope, isBlocking = isBlocking, hasOwnContext = !isUnconfined, isUnconfined = isUnconfined)

    /** Another coroutine that runs on the thread of this one, or another context for a part of this one. */
    fun sharing(scope: CoroutineScope) =
        copy(scope = scope, owners = emptyList(), perhaps = owners + perhaps, hasOwnContext = false)

    /** Another coroutine, created with this one's context unchanged, which waits for it. */
    fun uncopied(scope: CoroutineScope) = sharing(scope).copy(isUncopied = true)

    /** The current thread blocks until the work in [scope] ends. */
    fun blocking(scope: CoroutineScope) = copy(scope = scope, isBlocking = true, hasOwnContext = false)

    /** A new thread runs the coroutines in [scope], and this one waits for it. */
    fun onNewThread(scope: CoroutineScope) = blocking(scope).copy(owners = emptyList(), perhaps = emptyList())

    fun inside(region: String) = copy(path = region, owners = owners + region)
}

/** What the program did, by the path of labels. Used by all its threads. */
internal class ProgramModel {
    private val lock = Lock()
    private val graphs = HashSet<ThreadGraph>()
    val laps = HashMap<String, Long>()
    val leastWork = HashMap<String, Long>()
    val mostWork = HashMap<String, Long>()
    val spun = HashMap<String, Long>()

    /** Whether threads ran other coroutines while they waited inside regions, which is then work of these regions too. */
    var ranOthers = false

    fun entered(path: String, isSuspending: Boolean) = lock.hold {
        laps[path] = (laps[path] ?: 0L) + 1L
        leastWork[path] = leastWork[path] ?: 0L
        mostWork[path] = mostWork[path] ?: 0L
        if (isSuspending) spun[path] = spun[path] ?: 0L
    }

    fun worked(place: Place, amount: Long) = lock.hold {
        currentGraph?.let(graphs::add)
        for (path in place.owners) {
            leastWork[path] = leastWork[path]!! + amount
            mostWork[path] = mostWork[path]!! + amount
        }
        for (path in place.perhaps) mostWork[path] = mostWork[path]!! + amount
    }

    fun spun(place: Place, nanoseconds: Long) = lock.hold {
        currentGraph?.let(graphs::add)
        for (path in place.owners) spun[path]?.let { spun[path] = it + nanoseconds }
    }

    fun ranOthers() = lock.hold { ranOthers = true }

    /** The graphs of threads that have not returned to the position from before they ran coroutines. */
    fun busy(): List<ThreadGraph> = lock.hold { graphs.filter { it.frame != null || it.top !== it.root } }
}

/** Runs a program, and records in [model] what it does. */
internal class RandomProgramRun(val model: ProgramModel, private val single: CoroutineDispatcher) {
    private val tools = bundle<TripCount, WallClock, ThreadCpuClock, FakeWork>()
    private val limited = Dispatchers.Default.limitedParallelism(1)
    val mutex = Mutex()

    suspend fun all(ops: List<Op>, place: Place) {
        for (op in ops) op.operation.run(this, op, place)
    }

    /** The same in a coroutine that others wait for: awaiting something cancelled does not end it, unless it is cancelled itself. */
    suspend fun allAwaited(ops: List<Op>, place: Place) = try {
        all(ops, place)
    } catch (_: CancellationException) {
        currentCoroutineContext().ensureActive()
    }

    /** A plain region may not suspend, but it may launch. */
    fun allPlain(ops: List<Op>, place: Place) {
        for (op in ops) {
            val run = op.operation.runPlain
            if (run == null) allPlain(op.body, place) else run(op, place)
        }
    }

    suspend fun suspending(op: Op, place: Place) = suspending(op, place) { all(op.body, it) }

    suspend fun suspending(op: Op, place: Place, body: suspend (Place) -> Unit) {
        val here = "${place.path}/${op.label}"
        model.entered(here, isSuspending = true)
        tools.measureSuspending(op.label) { body(place.inside(here)) }
    }

    fun plain(op: Op, place: Place) {
        val here = "${place.path}/plain ${op.label}"
        model.entered(here, isSuspending = false)
        tools.measure("plain ${op.label}") { allPlain(op.body, place.inside(here)) }
    }

    fun work(op: Op, place: Place) {
        model.worked(place, op.amount)
        workHere(op.amount)
    }

    fun spin(op: Op, place: Place) {
        val start = wallNanoseconds()
        val end = start + 2_000L * op.amount
        var now = start
        while (now < end) now = wallNanoseconds()
        model.spun(place, now - start)
    }

    /** Another dispatcher, or the same one if the step must not need another thread. */
    fun elsewhere(op: Op, place: Place): CoroutineContext = when {
        place.isBlocking -> CoroutineName("stays")
        op.amount % 3L == 0L -> limited.measured()
        op.amount % 3L == 1L -> single.measured()
        else -> Dispatchers.Default.measured()
    }

    /** A dispatcher that nothing runs on yet, so that `flowOn` launches a coroutine instead of staying in the one that collects. */
    fun nowhereElse(place: Place): CoroutineContext =
        if (place.isBlocking) CoroutineName("stays") else Dispatchers.Default.limitedParallelism(1).measured()
}

/** Makes random programs of [operations]. */
internal class ProgramGenerator(private val random: Random, operations: List<Operation>) {
    private val drawn = operations.flatMap { operation -> List(operation.weight) { operation } }
    private var left = 40

    fun program(): List<Op> = body(0)

    private fun body(depth: Int): List<Op> = List(random.nextInt(if (depth == 0) 3 else 0, 5)) { op(depth) }.filterNotNull()

    private fun op(depth: Int): Op? {
        if (left-- <= 0) return null
        val operation = drawn[random.nextInt(drawn.size)]
        val isLeaf = operation.isLeaf || depth > 6
        return Op(operation, "r${random.nextInt(4)}", 1L + random.nextInt(9), if (isLeaf) emptyList() else body(depth + 1))
    }
}

/** Ways to reduce [program], those that remove most first. */
internal fun smaller(program: List<Op>): Sequence<List<Op>> = sequence {
    for (i in program.indices) {
        val before = program.subList(0, i)
        val after = program.subList(i + 1, program.size)
        yield(before + after)
        yield(before + program[i].body + after)
        for (body in smaller(program[i].body)) yield(before + program[i].copy(body = body) + after)
    }
}

/** The measurement of one run of a program, compared with its model: [text] names the first difference. */
internal class ProgramOutcome(val text: String?, val laps: Long)

/** Runs [program], and compares the measurement with its text. */
internal fun outcomeOf(program: List<Op>): ProgramOutcome {
    val model = ProgramModel()
    var left = emptyList<ThreadGraph>()
    val owners = GraphOwners()
    owners.begin()
    val results = try {
        session {
            newSingleThreadContext("single").use { single ->
                blockThread { measuredScope { RandomProgramRun(model, single).all(program, Place("", this)) } }
                left = awaitIdle(model)
            }
        }
    } finally {
        owners.end()
    }
    val text = when {
        owners.violations.isNotEmpty() -> "owners: ${owners.violations}"
        left.isNotEmpty() -> "left on threads: ${left.joinToString { "'${it.owner.name}' stands at ${it.path}" }}"
        else -> differenceOf(model, results)
    }
    return ProgramOutcome(text, results["trip_count"]?.nodes()?.sumOf { it.inclusive.laps } ?: 0L)
}

/** The graphs that do not return to their threads' original positions although the program has ended: the end of a slice may come late. */
private fun awaitIdle(model: ProgramModel): List<ThreadGraph> {
    val giveUpAt = monotonicNanoseconds() + 20_000_000_000L
    var busy = model.busy()
    while (busy.isNotEmpty() && monotonicNanoseconds() < giveUpAt) {
        pause(microseconds = 50)
        busy = model.busy()
    }
    return busy
}

private fun differenceOf(model: ProgramModel, results: Results): String? {
    val measured = results.byPath("trip_count").mapValues { it.value.inclusive.laps }
    if (measured != model.laps) return "laps: model ${model.laps.sorted()}, measured ${measured.sorted()}"
    if (results.problems.isNotEmpty()) return "problems: ${results.problems}"
    val open = results.graphs.flatMap { graph ->
        graph.nodes().filter { it.inclusive.openLaps > 0L }.map { "${graph.type.id} of ${it.label}" }
    }
    if (open.isNotEmpty()) return "open at the end: $open"
    return differenceOfWork(model, results) ?: differenceOfTimes(model, results)
}

private fun differenceOfWork(model: ProgramModel, results: Results): String? {
    val worked = results.byPath("fake_work").mapValues { it.value.inclusive.exactSum!! }
    val isMore = dispatchingRunsOtherTasks || model.ranOthers
    val isAsInModel = worked.keys == model.leastWork.keys &&
        worked.all { (path, work) -> work >= model.leastWork[path]!! && (isMore || work <= model.mostWork[path]!!) }
    return if (isAsInModel) {
        null
    } else {
        "work: model ${model.leastWork.sorted()}, at most ${model.mostWork.sorted()}, measured ${worked.sorted()}"
    }
}

/** Whether all times are possible, and contain the time that the program knows: that in which its threads were busy in a region. */
private fun differenceOfTimes(model: ProgramModel, results: Results): String? {
    val walls = results.byPath("wall_clock")
    val actives = results.byPath("active_time")
    val suspendeds = results.byPath("suspended_time")
    val suspensions = results.byPath("suspensions")
    // The graphs that only suspending regions write to have no plain regions.
    val places = model.spun.keys.groupBy(::withoutPlain)
    if (actives.keys != places.keys) return "places of active time: model ${places.keys}, measured ${actives.keys}"
    for ((place, paths) in places) {
        val laps = paths.sumOf { model.laps[it]!! }
        val spun = paths.sumOf { model.spun[it]!! }
        val wall = paths.sumOf { walls[it]!!.inclusive.exactSum!! }
        val processor = paths.sumOf { results.byPath("thread_cpu_clock")[it]?.inclusive?.exactSum ?: 0L }
        val active = actives[place]!!.inclusive
        val suspended = suspendeds[place]?.inclusive ?: return "places of suspended time: $place is missing"
        val count = suspensions[place]?.inclusive?.exactSum ?: 0L
        val text = "$place: $laps laps, wall $wall, active ${active.exactSum} in ${active.laps}, suspended ${suspended.exactSum} in " +
            "${suspended.laps}, spun $spun, processor $processor, suspensions $count"
        if (active.laps != laps || suspended.laps != laps) return "laps of times: $text"
        if (active.exactSum!! + suspended.exactSum!! != wall) return "active and suspended are not wall: $text"
        if (active.exactSum!! < spun) return "active for less than it was busy: $text"
        // A thread's work after its coroutine has continued elsewhere also counts as the coroutine's CPU time.
        if (processor > active.exactSum!! + PROCESSOR_GRANULARITY * (laps + count)) return "more processor time than active: $text"
    }
    for ((id, nodes) in mapOf("wall" to walls, "active" to actives, "suspended" to suspendeds)) {
        val negative = nodes.filter { it.value.exclusiveExact()!! < 0L }
        if (negative.isNotEmpty()) return "negative exclusive $id: ${negative.mapValues { it.value.exclusiveExact() }}"
    }
    return null
}

/** Reading a clock for the first time costs up to that much, on a busy machine. */
private const val PROCESSOR_GRANULARITY = 10_000_000L

private fun withoutPlain(path: String) = path.split('/').filter { !it.startsWith("plain ") }.joinToString("/")

private fun Results.byPath(id: String): Map<String, CallGraphNode> = this[id]?.byPath().orEmpty()

/** The nodes that have laps, by their labels from the outermost on. */
private fun CallGraph.byPath(): Map<String, CallGraphNode> {
    val found = HashMap<String, CallGraphNode>()
    val path = ArrayList<String>()
    for (node in nodes()) {
        while (path.size > node.depth) path.removeAt(path.lastIndex)
        path.add(node.label)
        if (node.inclusive.laps > 0L) found["/" + path.joinToString("/")] = node
    }
    return found
}

private fun Map<String, Long>.sorted() = entries.sortedBy { it.key }.joinToString { "${it.key}=${it.value}" }
