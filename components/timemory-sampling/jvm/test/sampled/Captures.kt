package sampled

import kotlin.concurrent.thread
import timemory.CallContext
import timemory.Timemory
import timemory.WallClock
import timemory.live.Capture
import timemory.measure
import timemory.sampling.CpuSamples

/** Pieces of work on two threads, each kept apart, inside regions of the process, and returning to these regions in between. */
fun main(arguments: Array<String>) {
    val rounds = arguments[0].toInt()
    val sampled = arguments[1] == "sampled"
    measure<WallClock, CpuSamples>("a") {} // sampling starts with the first region
    val parts = Parts()
    val other = thread { repeat(rounds) { parts.ended(round(sampled)) } }
    repeat(rounds) { parts.ended(round(sampled)) }
    other.join()
    parts.take()
    println("rightInParts=${parts.counts[0]}")
    println("wrongInParts=${parts.counts[1]}")
    Leaves.print(Timemory.finalize()!!)
}

private fun round(sampled: Boolean): Capture {
    val capture = Capture.begin(sampled)!!
    measure<WallClock, CpuSamples>("a") {
        Leaves.alpha(30_000)
        val process = CallContext.current()
        capture.within {
            measure<WallClock, CpuSamples>("b") {
                Leaves.beta(30_000)
                process.within { measure<WallClock, CpuSamples>("c") { Leaves.gamma(30_000) } }
                Leaves.beta(30_000)
            }
        }
        Leaves.alpha(30_000)
    }
    capture.end()
    return capture
}

/** Requests the samples of some hundred captures at once. */
private class Parts {
    val counts = LongArray(3)
    private val waiting = ArrayList<Capture>()

    @Synchronized
    fun ended(capture: Capture) {
        waiting.add(capture)
        if (waiting.size == 200) take()
    }

    @Synchronized
    fun take() {
        check(Capture.readSamples(all = true) == 0L)
        for (capture in waiting) {
            val samples = capture.samples() ?: continue
            Leaves.counts(samples).forEachIndexed { i, count -> counts[i] += count }
            check(samples["cpu_samples"]!!.roots.map { it.label } == listOf("b"))
            check(capture.samples() == null) { "they come once" }
        }
        waiting.clear()
    }
}
