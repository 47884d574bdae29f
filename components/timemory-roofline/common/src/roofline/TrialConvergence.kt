package timemory.roofline

/** This many trials within 3 percent of each other are accepted as the machine's peak. */
internal const val AGREEING = 4
private const val AGREEMENT = 1.03

/** Returns whether the fastest of the trials that took [elapsed] is reproducible: others came close to it. */
internal fun isReproducible(elapsed: List<Double>): Boolean {
    val sorted = elapsed.sorted()
    return sorted[minOf(AGREEING, sorted.size) - 1] <= sorted[0] * AGREEMENT
}
