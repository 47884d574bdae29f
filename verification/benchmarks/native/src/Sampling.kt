@file:OptIn(ExperimentalForeignApi::class)

package benchmarks

import kotlin.math.sqrt
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.TripCount
import timemory.WallClock
import timemory.cinterop.linux.timemory_process_cpu_nanoseconds
import timemory.measure

/** The cost of samples, and of components that are read at intervals; settings determine which there are. */
internal val samplingBenchmarks: Map<String, () -> Double> = mapOf(
    // Little more than two changes of the thread's place.
    "counted" to { nanosecondsOf { measure<TripCount>("counted") {} } },
    // For counting instructions, like others in regionBenchmarks.
    "counted-ten-thousand" to { countedRegions(10_000) },
    "counted-hundred-ten-thousand" to { countedRegions(110_000) },
    "sampled-work" to ::sampledWork,
)

private fun countedRegions(count: Int): Double {
    for (i in 0 until count) measure<TripCount>("counted") {}
    return count.toDouble()
}

/** The CPU time of the process for a fixed amount of work, as `bench.SampledWork` measures it on the JVM. */
private fun sampledWork(): Double {
    work(ROUNDS / 4)
    val begin = timemory_process_cpu_nanoseconds()
    work(ROUNDS)
    return (timemory_process_cpu_nanoseconds() - begin).toDouble()
}

private fun work(rounds: Int) {
    for (i in 0 until rounds) {
        measure<WallClock>("a") {
            alpha(150_000)
            measure<WallClock>("b") {
                beta(75_000)
                measure<WallClock>("c") { gamma(37_500) }
            }
        }
    }
}

private fun alpha(steps: Int) {
    var x = 1.0
    for (i in 0 until steps) x += sqrt(x + i)
    sink = x
}

private fun beta(steps: Int) {
    var x = 1.0
    for (i in 0 until steps) x += sqrt(x * i + 1.0)
    sink = x
}

private fun gamma(steps: Int) {
    var x = 1.0
    for (i in 0 until steps) x += sqrt(x - i * 0.5 + steps)
    sink = x
}

private const val ROUNDS = 2_000
private var sink = 0.0
