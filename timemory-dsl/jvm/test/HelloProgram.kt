package timemory

/** The program of [StartClassesSpec]. It takes no arguments, which Kotlin would check by a class of its own. */
fun main() = measure("hello") { println("hello") }
