package programs

import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.Executors
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield

/** The forms and behaviours of suspend functions, one scenario at a time, each named by an argument. */
object Coroutines {
    @JvmStatic
    fun main(arguments: Array<String>) {
        for (scenario in arguments) println("$scenario: " + run(scenario))
    }

    private fun run(scenario: String): String = runBlocking {
        when (scenario) {
            "nested" -> outer(3).toString()
            "tail" -> tailOuter(2).toString()
            "exception" -> try { failing(1) } catch (failure: IllegalStateException) {
                failure.message + " " + failure.stackTrace[0].methodName
            }
            "cancel" -> cancelled()
            "hop" -> hops(2).toString()
            "children" -> children().toString()
            "recursion" -> fibonacci(8).toString()
            "sequence" -> numbers().take(5).toList().toString()
            "flow" -> flows().toList().toString()
            "channel" -> channel().toString()
            "open" -> listOf<Base>(Base(), Derived()).map { it.step(1) }.toString() + object : Stepping {}.walk(2)
            "inline" -> inlined(2).toString()
            "nestedBlocking" -> nestedBlocking(2).toString()
            "never" -> never()
            "undispatched" -> undispatched().toString()
            "raw" -> raw().toString()
            "deep" -> deep(2000).toString()
            "java" -> JavaCalls.call(4).toString()
            "many" -> many().toString()
            else -> error(scenario)
        }
    }

    fun plain(seed: Int): Int {
        var value = seed
        for (i in 0 until 10) value = value * 31 + i
        return value
    }

    private suspend fun outer(times: Int): Int {
        var sum = plain(1)
        repeat(times) { sum += inner(it) }
        sum += plain(sum)
        return sum
    }

    private suspend fun inner(seed: Int): Int {
        val before = plain(seed)
        delay(1)
        yield()
        return before + plain(seed + 1)
    }

    private suspend fun tailOuter(seed: Int): Int =
        if (seed > 0 && plain(seed) != 0) tailInner(seed * 2 + seed / 3 + seed % 7) else tailInner(seed)

    /** The event loop starts the thread that resumes it, and therefore only once it is suspended. */
    private suspend fun tailInner(seed: Int): Int = suspendCoroutine { continuation ->
        if (plain(seed) == 0) {
            continuation.resume(0)
        } else {
            val eventLoop = continuation.context[ContinuationInterceptor] as CoroutineDispatcher
            eventLoop.dispatch(continuation.context) { Thread { continuation.resume(seed) }.start() }
        }
    }

    private suspend fun failing(seed: Int): String {
        try {
            failingInner(seed)
        } finally {
            delay(1)
            plain(seed)
        }
    }

    private suspend fun failingInner(seed: Int): Nothing {
        plain(seed)
        delay(1)
        error("after a suspension ${plain(seed)}")
    }

    private suspend fun cancelled(): String = coroutineScope {
        val seen = CopyOnWriteArrayList<String>()
        val job = launch {
            try {
                waiting()
            } catch (cancellation: CancellationException) {
                seen.add("cancelled")
                throw cancellation
            }
        }
        delay(2)
        job.cancel()
        job.join()
        try {
            withTimeout(2) { waiting() }
        } catch (timeout: CancellationException) {
            seen.add("timed out")
        }
        seen.joinToString()
    }

    private suspend fun waiting() {
        try {
            delay(100_000)
        } finally {
            plain(1)
        }
    }

    private suspend fun hops(times: Int): Int {
        var sum = 0
        repeat(times) { sum += withContext(Dispatchers.IO) { hopped(it) } }
        return sum + plain(sum)
    }

    private suspend fun hopped(seed: Int): Int {
        val before = plain(seed)
        yield()
        return before + plain(seed)
    }

    private suspend fun children(): Int = coroutineScope {
        val sums = List(4) { async(Dispatchers.Default) { child(it) } }
        launch { child(9) }
        launch { plain(10) }
        sums.awaitAll().sum() + plain(3)
    }

    private suspend fun child(seed: Int): Int {
        delay(1)
        return inner(seed) + plain(seed)
    }

    private suspend fun fibonacci(n: Int): Int {
        if (n < 2) {
            yield()
            return n
        }
        return fibonacci(n - 1) + fibonacci(n - 2)
    }

    private fun numbers(): Sequence<Int> = sequence {
        yield(plain(1))
        some(2)
        yieldAll(listOf(1, 2))
        some(3)
    }

    private suspend fun SequenceScope<Int>.some(count: Int) {
        for (i in 0 until count) yield(plain(i) + count)
    }

    private fun flows(): Flow<Int> = flow {
        for (i in 0 until 3) {
            emit(inner(i))
        }
    }.map { mapped(it) }.buffer(1).flowOn(Dispatchers.Default)

    private suspend fun mapped(value: Int): Int {
        yield()
        return plain(value) + 1
    }

    private suspend fun channel(): Int = coroutineScope {
        val channel = Channel<Int>()
        launch { produce(channel) }
        var sum = 0
        for (value in channel) sum += plain(value)
        sum
    }

    private suspend fun produce(channel: Channel<Int>) {
        for (i in 0 until 5) channel.send(plain(i))
        channel.close()
    }

    private suspend fun inlined(seed: Int): Int {
        var sum = 0
        twice { sum += inner(seed + it) }
        return sum
    }

    private suspend inline fun twice(block: (Int) -> Unit) {
        block(0)
        delay(1)
        block(1)
    }

    private suspend fun nestedBlocking(seed: Int): Int {
        delay(1)
        val within = blocking(seed)
        delay(1)
        return within + plain(seed)
    }

    private fun blocking(seed: Int): Int = runBlocking {
        val job = async(Dispatchers.Default) { inner(seed) }
        inner(seed + 1) + job.await()
    }

    private fun never(): String {
        CoroutineScope(Dispatchers.Default).launch(start = CoroutineStart.UNDISPATCHED) { forever(1) }
        return "suspended"
    }

    private suspend fun forever(seed: Int): Int {
        plain(seed)
        suspendCoroutine<Unit> { }
        return plain(seed)
    }

    private suspend fun undispatched(): Int = coroutineScope {
        val job = async(start = CoroutineStart.UNDISPATCHED) { child(1) + child(2) }
        job.await() + plain(1)
    }

    /** Resumed on another thread before the function has returned that it is suspended. */
    private suspend fun raw(): Int {
        var sum = 0
        repeat(200) { sum += rawOnce(it) }
        return sum + plain(1)
    }

    private val pool = Executors.newFixedThreadPool(2) { Thread(it).apply { isDaemon = true } }

    private suspend fun rawOnce(seed: Int): Int = suspendCoroutineUninterceptedOrReturn { continuation ->
        pool.execute { continuation.resume(plain(seed)) }
        if (seed % 3 == 0) Thread.yield()
        COROUTINE_SUSPENDED
    }

    private suspend fun deep(depth: Int): Int {
        if (depth == 0) {
            yield()
            return 1
        }
        return deep(depth - 1) + 1
    }

    private suspend fun many(): Int = coroutineScope {
        val own = Executors.newFixedThreadPool(3).asCoroutineDispatcher()
        try {
            List(200) { async(own) { outer(it % 3) } }.awaitAll().sum()
        } finally {
            own.close()
        }
    }
}

open class Base {
    open suspend fun step(seed: Int): Int {
        delay(1)
        return Coroutines.plain(seed)
    }
}

class Derived : Base() {
    override suspend fun step(seed: Int): Int {
        yield()
        return super.step(seed) + Coroutines.plain(seed)
    }
}

interface Stepping {
    suspend fun walk(seed: Int): Int {
        delay(1)
        return Coroutines.plain(seed)
    }
}

/** A function for Java to call. */
suspend fun half(number: Int): Int {
    delay(1)
    require(number % 2 == 0) { "$number is odd" }
    return number / 2
}
