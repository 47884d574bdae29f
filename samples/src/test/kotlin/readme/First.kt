package readme.first

import timemory.*

// ---- what the README shows

private val tools = bundle<WallClock, ThreadCpuClock>()

fun main() {
    measure<WallClock, ThreadCpuClock, PeakRss>("main") {
        val primes = tools.measure("solve") { (2..30_000).filter { n -> (2 until n).none { n % it == 0 } } }
        val (text, wall, cpu) = tools.measured("render") { primes.joinToString() }
        println("${text.length} characters, rendered in ${wall.duration}, ${cpu.duration} of it on the CPU")
    }
}
