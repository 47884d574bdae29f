package benchmarks

private val multiplication = Multiplication()

internal val matrixBenchmarks: Map<String, () -> Double> = mapOf(
    "matrix" to { nanosecondsEach(Multiplication.POINTS) { multiplication.plain() } },
    "matrix-points" to { nanosecondsEach(Multiplication.POINTS) { multiplication.withRegions() } },
)
