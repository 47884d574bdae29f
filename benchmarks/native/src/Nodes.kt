package benchmarks

internal val nodeBenchmarks: Map<String, () -> Double> = emptyMap()
