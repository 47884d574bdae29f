package timemory

private val tools = bundle<WallClock, ThreadCpuClock>()

/** A program of [StartClassesSpec], with a bundle in a constant as most have it. */
fun main() = tools.measure("hello") { println("hello") }
