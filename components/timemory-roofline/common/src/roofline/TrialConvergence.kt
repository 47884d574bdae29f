package timemory.roofline

/** This many trials within 3 percent of each other are accepted as the machine's peak. */
internal const val AGREEING = 4
private const val AGREEMENT = 1.03

/** Whether the fastest of the trials, which took [elapsed], was not an accident, because others came close to it. */
internal fun isReproducible(elapsed: List<Double>): Boolean {
    val sorted = elapsed.sorted()
    return sorted[minOf(AGREEING, sorted.size) - 1] <= sorted[0] * AGREEMENT
}
