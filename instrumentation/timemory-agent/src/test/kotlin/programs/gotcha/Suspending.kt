@file:OptIn(ExperimentalTimemoryApi::class)

package programs.gotcha

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.ExperimentalTimemoryApi
import timemory.Timemory
import timemory.TripCount
import timemory.bundle
import timemory.jvm.gotcha.Gotcha
import timemory.jvm.gotcha.GotchaScope
import timemory.jvm.gotcha.GotchaType
import timemory.measureSuspending
import timemory.measured

/** Replaces in the coroutine of its region. */
class CoroutineGotcha : Gotcha() {
    companion object TYPE : GotchaType<CoroutineGotcha>("coroutine_gotcha", "Acts in one coroutine", ::CoroutineGotcha) {
        init {
            scope(GotchaScope.THREAD)
            replace("programs.gotcha.SuspendingKt.answer")
        }

        @JvmStatic
        fun answer(): Int = programs.gotcha.answer() + 1
    }
}

/** Measures in the whole process. */
class WideGotcha : Gotcha() {
    companion object TYPE : GotchaType<WideGotcha>("wide_gotcha", "Acts everywhere", ::WideGotcha) {
        init {
            wrap(bundle<TripCount>(), "programs.gotcha.SuspendingKt.counted")
        }
    }
}

fun answer(): Int = 0

private val calls = AtomicInteger()

fun counted() {
    calls.incrementAndGet()
}

private val tools = bundle<TripCount, CoroutineGotcha, WideGotcha>()

/**
 * Coroutines on few threads, every other one in a region with the gotcha; all suspend between calls and resume on any free thread.
 */
fun main() {
    println(tools.types)
    val inside = AtomicInteger()
    val outside = AtomicInteger()
    runBlocking(measured()) {
        for (i in 0 until 100) {
            launch(Dispatchers.Default) {
                if (i % 2 == 0) {
                    measureSuspending<TripCount, CoroutineGotcha>("inside") { work(inside) }
                } else {
                    work(outside)
                }
            }
        }
    }
    println("inside $inside, outside $outside, active ${staysActive(CoroutineGotcha)}")
    runBlocking(measured()) {
        measureSuspending<TripCount, WideGotcha>("wide") {
            for (i in 0 until 20) {
                launch(Dispatchers.Default) {
                    repeat(10) {
                        counted()
                        yield()
                    }
                }.join()
            }
        }
        counted()
    }
    val seen = Timemory.results()!!["trip_count"]!!.nodes().filter { it.label.endsWith(".counted") }.sumOf { it.inclusive.laps }
    println("called $calls, seen $seen, active ${staysActive(WideGotcha)}")
    println(Timemory.results()!!.problems)
}

/** A thread releases a coroutine a moment after that has resumed, and perhaps ended, on another: it is given five seconds. */
private fun staysActive(gotcha: GotchaType<*>): Boolean {
    repeat(1000) {
        if (!gotcha.isActive) return false
        Thread.sleep(5)
    }
    return true
}

private suspend fun work(sum: AtomicInteger) {
    repeat(50) {
        sum.addAndGet(answer())
        yield()
    }
}
