package start.hello

import timemory.measure

/** The least that a program with timemory does. */
fun main() = measure("hello") { println("hello") }
