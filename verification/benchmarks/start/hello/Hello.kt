package start.hello

import timemory.measure

/** The minimal program with timemory. */
fun main() = measure("hello") { println("hello") }
