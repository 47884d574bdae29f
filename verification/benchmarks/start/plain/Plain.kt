package start.plain

/** The baseline of `build/bench-start`. */
fun main() = println("hello")
