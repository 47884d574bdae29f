package benchmarks

import java.util.concurrent.TimeUnit
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlinx.coroutines.ThreadContextElement
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OperationsPerInvocation
import org.openjdk.jmh.annotations.OutputTimeUnit
import timemory.ThreadCpuClock
import timemory.WallClock
import timemory.measureSuspending
import timemory.measured

/**
 * The cost of tracking a coroutine: a suspension and resumption (`yield` on an event loop) on its own, with an element that does nothing,
 * with `measured()`, and inside suspending regions; and a suspending region that does not suspend.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Suspending.TIMES)
open class Suspending {

    private fun yields(context: CoroutineContext) = runBlocking(context) { repeat(TIMES) { yield() } }

    @Benchmark
    open fun resume() = yields(EmptyCoroutineContext)

    @Benchmark
    open fun resumeWithEmptyElement() = yields(EmptyElement)

    @Benchmark
    open fun resumeMeasured() = yields(measured())

    @Benchmark
    open fun resumeInRegion() = runBlocking(measured()) {
        measureSuspending<WallClock>("region") { repeat(TIMES) { yield() } }
    }

    @Benchmark
    open fun resumeInRegionWithThreadCpuClock() = runBlocking(measured()) {
        measureSuspending<WallClock, ThreadCpuClock>("region") { repeat(TIMES) { yield() } }
    }

    @Benchmark
    open fun regionThatDoesNotSuspend() = runBlocking(measured()) {
        repeat(TIMES) { measureSuspending<WallClock>("region") { } }
    }

    @Benchmark
    open fun regionThatSuspendsOnce() = runBlocking(measured()) {
        repeat(TIMES) { measureSuspending<WallClock>("region") { yield() } }
    }

    private object EmptyElement : ThreadContextElement<Unit>, CoroutineContext.Key<ThreadContextElement<Unit>> {
        override val key: CoroutineContext.Key<*> get() = this

        override fun updateThreadContext(context: CoroutineContext) = Unit

        override fun restoreThreadContext(context: CoroutineContext, oldState: Unit) = Unit
    }

    internal companion object {
        const val TIMES = 1000
    }
}
