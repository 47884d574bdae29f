package start.plain

/** What `build/bench-start` compares with. */
fun main() = println("hello")
