package programs

import java.lang.management.ManagementFactory
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield

/**
 * Prints the CPU time that a function spent on several threads, the time that others spent while one waited, and that of the process, in
 * nanoseconds.
 */
object Burning {
    private val threads = ManagementFactory.getThreadMXBean()

    @JvmStatic
    fun main(arguments: Array<String>) {
        if (arguments.isNotEmpty()) return println(runBlocking { scoped() })
        val hopping = runBlocking { hopping(5) }
        var others = 0L
        runBlocking {
            launch { waiting(10) }
            launch { repeat(10) { others += burn(20_000_000); yield() } }
        }
        val process = ManagementFactory.getOperatingSystemMXBean() as com.sun.management.OperatingSystemMXBean
        println("$hopping $others ${process.processCpuTime}")
    }

    private suspend fun hopping(times: Int): Long {
        var spent = 0L
        repeat(times) {
            spent += burn(3_000_000)
            spent += withContext(Dispatchers.IO) { burn(5_000_000) }
        }
        return spent
    }

    /** Works in a scope that measures itself, after a suspension. */
    private suspend fun scoped(): Long {
        var spent = burn(1_000_000)
        Measured.scope {
            yield()
            spent += burn(20_000_000)
            within(3)
            spent += burn(20_000_000)
        }
        yield()
        return spent
    }

    private suspend fun within(times: Int) = repeat(times) { yield() }

    private suspend fun waiting(times: Int) = repeat(times) { yield() }

    /** Spends at least [nanoseconds] of CPU time and returns how much it was. */
    private fun burn(nanoseconds: Long): Long {
        val begin = threads.currentThreadCpuTime
        var spent = 0L
        while (spent < nanoseconds) spent = threads.currentThreadCpuTime - begin
        return spent
    }
}
