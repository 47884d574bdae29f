package benchmarks

import kotlin.system.exitProcess
import timemory.Timemory

/**
 * Runs the given benchmark, alone in this process, and prints the cost of one operation in nanoseconds. `build/bench` runs them in turn,
 * many times.
 *
 * Without a name, runs each once. `end` is a separate program, for `build/bench-end`, and `hello` is the one for `build/bench-start`.
 */
fun main(arguments: Array<String>) {
    if (arguments.firstOrNull() == "end") return leaveTheEnd(arguments.drop(1).toTypedArray())
    if (arguments.singleOrNull() == "hello") return start.hello.main()
    Timemory.init {
        coutOutput = false
        fileOutput = false
    }
    val names = arguments.toList().ifEmpty { benchmarks.keys.toList() }
    for (name in names) {
        val benchmark = benchmarks[name]
        if (benchmark == null) {
            println("there is no benchmark '$name'; there are ${benchmarks.keys.joinToString()}")
            exitProcess(2)
        }
        println("$name\t${benchmark()}")
    }
}

private val benchmarks: Map<String, () -> Double> =
    regionBenchmarks + matrixBenchmarks + suspendingBenchmarks + samplingBenchmarks + nodeBenchmarks
