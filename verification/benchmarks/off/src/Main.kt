package benchmarks

/** The multiplication with regions, built with the artifact that does not measure. */
fun main() {
    for ((name, benchmark) in matrixBenchmarks) println("$name\t${benchmark()}")
}
