package start.plain

/** What `bin/bench-start` compares with. */
fun main() = println("hello")
