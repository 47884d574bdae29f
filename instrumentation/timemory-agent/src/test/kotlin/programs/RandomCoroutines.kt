package programs

import java.util.TreeMap
import java.util.concurrent.Executors
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine
import kotlin.random.Random
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
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
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield

/**
 * Random programs of nested calls, launches, hops, delays, cancellations and exceptions, which print what they called: the path of
 * functions of each call according to the program's text, and how often. Only the functions of [Steps] are to be measured.
 *
 * Arguments: the first seed, how many, and `measured` if the program also measures itself.
 */
object RandomCoroutines {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val first = arguments[0].toInt()
        val measured = arguments.size > 2
        val model = Model()
        for (seed in first until first + arguments[1].toInt()) {
            val program = Generator(Random(seed), measured).program()
            if (arguments.getOrNull(3) == "print") println(program.joinToString("\n"))
            val run = Run(model, measured)
            runBlocking(run.context()) { run.sequence(program, "", this) }
        }
        for ((path, laps) in model.laps) println("$path=$laps")
    }
}

/** The measured functions. */
object Steps {
    suspend fun r0(run: Run, op: Op, path: String, scope: CoroutineScope) {
        run.sequence(op.body, "$path/r0", scope)
        run.left()
    }

    suspend fun r1(run: Run, op: Op, path: String, scope: CoroutineScope) {
        run.left()
        run.sequence(op.body, "$path/r1", scope)
        run.left()
    }

    /** Hands on the continuation it is called with. */
    suspend fun tail(run: Run, op: Op, path: String, scope: CoroutineScope): Unit = run.sequence(op.body, "$path/tail", scope)

    /** Is resumed by another thread, maybe before it would have been suspended. */
    suspend fun raw(run: Run, amount: Int): Unit = suspendCoroutine { continuation ->
        run.pool.execute { continuation.resume(Unit) }
        if (amount % 2 == 0) Thread.yield()
    }

    fun p0(run: Run, op: Op, path: String, scope: CoroutineScope) = run.plainBody(op.body, "$path/p0", scope)

    fun p1(run: Run, op: Op, path: String, scope: CoroutineScope) = run.plainBody(op.body, "$path/p1", scope)

    suspend fun SequenceScope<Int>.generate(run: Run, op: Op, path: String, scope: CoroutineScope) {
        yield(1)
        run.plainBody(op.body, "$path/generate", scope)
        yield(2)
        run.plainBody(op.body, "$path/generate", scope)
    }
}

class Run(private val model: Model, private val measured: Boolean) {
    val pool get() = POOL

    fun context() = if (measured) Measured.context() else EmptyCoroutineContext

    fun left() {}

    suspend fun sequence(ops: List<Op>, path: String, scope: CoroutineScope) {
        for (op in ops) one(op, path, scope)
    }

    private suspend fun one(op: Op, path: String, scope: CoroutineScope) {
        val body = op.body
        when (op.kind) {
            Kind.R0 -> { model.entered("$path/r0"); Steps.r0(this, op, path, scope) }
            Kind.R1 -> { model.entered("$path/r1"); Steps.r1(this, op, path, scope) }
            Kind.TAIL -> { model.entered("$path/tail"); Steps.tail(this, op, path, scope) }
            Kind.RAW -> { model.entered("$path/raw"); Steps.raw(this, op.amount) }
            Kind.P0, Kind.P1 -> plain(op, path, scope)
            Kind.MEASURED -> { model.entered("$path/m"); Measured.suspending { sequence(body, "$path/m", scope) } }
            Kind.YIELD -> yield()
            Kind.DELAY -> delay(1)
            Kind.LAUNCH -> scope.launch { sequence(body, path, this) }
            Kind.LAUNCH_ELSEWHERE -> scope.launch(Dispatchers.IO) { sequence(body, path, this) }
            Kind.UNDISPATCHED -> scope.launch(start = CoroutineStart.UNDISPATCHED) { sequence(body, path, this) }
            Kind.UNCONFINED -> scope.launch(Dispatchers.Unconfined) { sequence(body, path, this) }
            Kind.LAZY -> scope.launch(start = CoroutineStart.LAZY) { sequence(body, path, this) }.start()
            Kind.ASYNC -> scope.async { sequence(body, path, this) }.await()
            Kind.HOP -> withContext(Dispatchers.IO) { sequence(body, path, this) }
            Kind.SCOPE -> coroutineScope { sequence(body, path, this) }
            Kind.SUPERVISOR -> supervisorScope { sequence(body, path, this) }
            Kind.TIMEOUT -> withTimeoutOrNull(100_000) { sequence(body, path, this) }
            Kind.FLOW -> flow { repeat(2) { i -> sequence(body, path, scope); emit(i) } }.collect { yield() }
            Kind.BUFFER -> flow { repeat(2) { i -> sequence(body, path, scope); emit(i) } }.buffer(1).collect { yield() }
            Kind.FLOW_ON -> flow { sequence(body, path, scope); emit(1) }.flowOn(Dispatchers.IO.limitedParallelism(1)).collect { }
            Kind.SEQUENCE -> {
                model.entered("$path/generate")
                for (value in kotlin.sequences.sequence { with(Steps) { generate(this@Run, op, path, scope) } }) yield()
            }
            Kind.BLOCKING -> blocking(op, path)
            Kind.EXCEPTION -> try {
                coroutineScope { sequence(body, path, this); error("thrown on purpose") }
            } catch (_: IllegalStateException) {
                // continues after it
            }
            Kind.CANCEL -> {
                val child = scope.launch { sequence(body, path, this) }
                repeat(op.amount) { yield() }
                child.cancelAndJoin()
            }
        }
    }

    private fun blocking(op: Op, path: String) = runBlocking(context()) { sequence(op.body, path, this) }

    private fun plain(op: Op, path: String, scope: CoroutineScope) {
        if (op.kind == Kind.P1) {
            model.entered("$path/p1")
            Steps.p1(this, op, path, scope)
        } else {
            model.entered("$path/p0")
            Steps.p0(this, op, path, scope)
        }
    }

    /** A plain function may not suspend, but it may launch. */
    fun plainBody(ops: List<Op>, path: String, scope: CoroutineScope) {
        for (op in ops) when (op.kind) {
            Kind.LAUNCH, Kind.ASYNC, Kind.FLOW -> scope.launch { sequence(op.body, path, this) }
            Kind.LAUNCH_ELSEWHERE, Kind.HOP -> scope.launch(Dispatchers.IO) { sequence(op.body, path, this) }
            Kind.UNDISPATCHED -> scope.launch(start = CoroutineStart.UNDISPATCHED) { sequence(op.body, path, this) }
            Kind.R0, Kind.R1, Kind.P0, Kind.P1, Kind.TAIL -> plain(op, path, scope)
            Kind.BLOCKING -> blocking(op, path)
            else -> plainBody(op.body, path, scope)
        }
    }

    private companion object {
        val POOL = Executors.newFixedThreadPool(2) { Thread(it).apply { isDaemon = true } }
    }
}

/** Counts calls by call path. */
class Model {
    val laps = TreeMap<String, Long>()

    fun entered(path: String) {
        synchronized(laps) { laps.merge(path, 1L, Long::plus) }
    }
}

enum class Kind {
    R0, R1, TAIL, RAW, P0, P1, MEASURED, YIELD, DELAY, LAUNCH, LAUNCH_ELSEWHERE, UNDISPATCHED, UNCONFINED, LAZY, ASYNC, HOP, SCOPE,
    SUPERVISOR, TIMEOUT,
    FLOW, BUFFER, FLOW_ON, SEQUENCE, BLOCKING, EXCEPTION, CANCEL,
}

data class Op(val kind: Kind, val amount: Int, val body: List<Op>) {
    override fun toString(): String {
        val inside = body.joinToString("\n").prependIndent("  ")
        return "$kind $amount" + if (body.isEmpty()) "" else " {\n$inside\n}"
    }
}

private class Generator(private val random: Random, measured: Boolean) {
    private val kinds = (
        Kind.entries + List(4) { Kind.R0 } + List(4) { Kind.R1 } + List(3) { Kind.TAIL } + List(3) { Kind.P0 } +
            if (measured) List(4) { Kind.MEASURED } else emptyList()
        ).filter { measured || it != Kind.MEASURED }
    private var left = 40

    fun program(): List<Op> = body(0)

    private fun body(depth: Int): List<Op> = List(random.nextInt(if (depth == 0) 3 else 0, 5)) { op(depth) }.filterNotNull()

    private fun op(depth: Int): Op? {
        if (left-- <= 0) return null
        val kind = kinds[random.nextInt(kinds.size)]
        val leaf = kind == Kind.YIELD || kind == Kind.DELAY || kind == Kind.RAW || depth > 6
        return Op(kind, 1 + random.nextInt(9), if (leaf) emptyList() else body(depth + 1))
    }
}
