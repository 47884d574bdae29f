package readme.dsl

import java.io.File
import java.util.concurrent.ArrayBlockingQueue
import timemory.*
import timemory.jvm.gotcha.*

private val queue = ArrayBlockingQueue<String>(10)

private fun work(): Int = (1..1_000).sum()

private fun pack(): Int = java.util.zip.Deflater().run {
    setInput(ByteArray(1_000))
    finish()
    deflate(ByteArray(1_000))
}

// ---- what the docs show

// A component, by what it reads: no class, no registration
val queueDepth = component("queue_depth", "Jobs waiting") { sample { queue.size.toLong() } }
val openFiles = component("open_files", "Change of the number of open files") { delta { File("/proc/self/fd").list()!!.size.toLong() } }
val waiting = component("waiting", "Switches per second", Quantity("rate", "1/s")) { ratio(ThreadVoluntaryContextSwitch, WallClock, 1e9) }

// A bundle: what its type names, and what the builder adds
val tools = bundle<WallClock, ThreadCpuClock> {
    add(queueDepth, openFiles)
    optional(waiting)                   // where this machine has it
    userBundle("JOBS")                  // what TIMEMORY_JOBS_COMPONENTS names
    percentiles(50, 99)
}

// A gotcha measures calls of functions whose source you do not have (JVM)
val packing = GotchaType.of("packing", "Calls that compress").wrap(bundle<WallClock>(), "java.util.zip.Deflater.deflate")

// A session: settings, components of regions that name none, and what is called
fun main() = timemory({
    outputPath = "timemory-output"
    components(WallClock, queueDepth)
    onThreadStart { println("measuring ${Thread.currentThread().name}") }
    onSessionEnd { results -> println("${results.graphs.size} components measured") }
}) {
    val (sum, wall, cpu) = tools.measured("work") { work() }
    println("$sum took ${wall.seconds} s, ${cpu.seconds} s of them on the processor")
    bundle<WallClock> { add(packing) }.measure("pack") { pack() }
    measure("rest") { work() }
}

fun costOfOne(calls: Int): Double {
    val (_, wall) = bundle<WallClock>().measured("calls") { repeat(calls) { work() } }
    wall /= calls                       // also +=, -= and *=; +, -, * and / return another object
    return wall.seconds
}

const val MEASURES = false // of this library alone

inline fun <R> measuredHere(label: String, block: () -> R): R = if (MEASURES) tools.measure(label, block) else block()
