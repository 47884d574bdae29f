package sampled

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.Timemory
import timemory.WallClock
import timemory.measure
import timemory.measureSuspending
import timemory.measured
import timemory.sampling.CpuSamples

/** Coroutines on several threads that suspend inside their regions and resume on another thread. */
fun main(arguments: Array<String>) {
    val rounds = arguments[0].toInt()
    runBlocking(measured()) {
        repeat(8) { launch(Dispatchers.Default) { repeat(rounds) { page() } } }
    }
    Leaves.print(Timemory.finalize()!!)
}

private suspend fun page() = measureSuspending<WallClock, CpuSamples>("a") {
    Leaves.alpha(2000)
    yield()
    Leaves.alpha(2000)
    measure<WallClock, CpuSamples>("c") { Leaves.gamma(2000) }
    store()
    Leaves.alpha(1000)
}

private suspend fun store() = measureSuspending<WallClock, CpuSamples>("b") {
    withContext(Dispatchers.IO) { Leaves.beta(2000) }
    yield()
    Leaves.beta(2000)
}
