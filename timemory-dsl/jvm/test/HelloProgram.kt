package timemory

/** The program of [StartClassesSpec]. It takes no arguments, because Kotlin would check them with an additional class. */
fun main() = measure("hello") { println("hello") }
