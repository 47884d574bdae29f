package benchmarks

import kotlin.system.exitProcess
import timemory.Timemory

/**
 * Runs the benchmark that is named, in this process alone, and prints what one operation costs, in nanoseconds. `build/bench` runs them
 * in turn, many times over.
 *
 * Without a name, runs all of them once. `end` is a program of its own, for `build/bench-end`, and `hello` the one of `build/bench-start`.
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
