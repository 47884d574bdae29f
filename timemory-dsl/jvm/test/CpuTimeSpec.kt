package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.comparables.shouldBeGreaterThanOrEqualTo
import io.kotest.matchers.comparables.shouldBeLessThanOrEqualTo
import java.io.File
import java.lang.management.ManagementFactory
import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.internal.platform.threadCpuNanoseconds

/** The CPU time of a coroutine, compared with the kernel's and the JVM's values for the threads that ran it. */
class CpuTimeSpec : StringSpec({
    "the CPU time of a region is that of its threads, no more and no less" {
        val threads = List(2) { Executors.newSingleThreadExecutor() }
        val dispatchers = threads.map { it.asCoroutineDispatcher() }
        fun <R> onEach(action: () -> R): List<R> = threads.map { it.submit(action).get() }
        val beans = ManagementFactory.getThreadMXBean()
        fun cpuTimes() = onEach { beans.currentThreadCpuTime }.sum()
        fun ticks() = onEach { ticksOf(nativeThreadId()) }.sum()
        var cpuBefore = 0L
        var cpuAfter = 0L
        var ticksBefore = 0L
        var ticksAfter = 0L
        var inside = 0L
        val results = session {
            runBlocking(measured()) {
                measureSuspending<ThreadCpuClock>("warm") { dispatchers.forEach { withContext(it) { spinCpu(1_000_000) } } }
                ticksBefore = ticks()
                cpuBefore = cpuTimes()
                measureSuspending<ThreadCpuClock>("a") {
                    repeat(10) {
                        for (dispatcher in dispatchers) {
                            withContext(dispatcher) {
                                inside += spinCpu(15_000_000)
                                yield()
                                inside += spinCpu(15_000_000)
                            }
                        }
                    }
                }
                cpuAfter = cpuTimes()
                ticksAfter = ticks()
            }
        }
        val measured = results["thread_cpu_clock"]!!.find("a")!!.inclusive.exactSum!!
        // The block's own readings of its thread's clock are the lower bound; the threads' total time plus that of the event loop is the
        // upper bound.
        measured shouldBeGreaterThanOrEqualTo inside
        measured shouldBeLessThanOrEqualTo (cpuAfter - cpuBefore) + 50_000_000
        // The kernel counts in steps of 10 ms for each thread.
        measured shouldBeGreaterThanOrEqualTo (ticksAfter - ticksBefore) * 10_000_000 - 60_000_000
        measured shouldBeLessThanOrEqualTo (ticksAfter - ticksBefore) * 10_000_000 + 110_000_000
        threads.forEach { it.shutdown() }
    }
})

/** Uses [nanoseconds] of the calling thread's CPU time, and returns how much it was. */
private fun spinCpu(nanoseconds: Long): Long {
    val begin = threadCpuNanoseconds()
    while (true) {
        val used = threadCpuNanoseconds() - begin
        if (used >= nanoseconds) return used
    }
}

private fun nativeThreadId(): Long = File("/proc/thread-self").canonicalFile.name.toLong()

/** User and system time of a thread by the kernel, in ticks of 10 ms. */
private fun ticksOf(thread: Long): Long {
    val fields = File("/proc/self/task/$thread/stat").readText().substringAfterLast(')').trim().split(' ')
    return fields[11].toLong() + fields[12].toLong()
}
