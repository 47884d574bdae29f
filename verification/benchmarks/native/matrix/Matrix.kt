package benchmarks

private val multiplication = Multiplication()

internal val matrixBenchmarks: Map<String, () -> Double> = mapOf(
    "matrix" to { nanosecondsEach(Multiplication.POINTS) { multiplication.plain() } },
    "matrix-functions" to { nanosecondsEach(Multiplication.POINTS) { multiplication.byFunctions() } },
    "matrix-measured-functions" to { nanosecondsEach(Multiplication.POINTS) { multiplication.byMeasuredFunctions() } },
    "matrix-points" to { nanosecondsEach(Multiplication.POINTS) { multiplication.withRegions() } },
)
