package readme.first

import timemory.*

private fun solve() = 42

private fun render(answer: Int) = "$answer"

// ---- what the docs show

private val tools = bundle<WallClock, ThreadCpuClock>()

fun main() {
    measure<WallClock, PeakRss>("main") {
        val answer = tools.measure("solve") { solve() }
        val (text, wall, cpu) = tools.measured("print") { render(answer) }
        println("$text, rendered in ${wall.duration}")
    }
}
