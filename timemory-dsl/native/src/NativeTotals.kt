package timemory

import timemory.statistics.Statistics

// C programs add and subtract totals; JVM programs do not, so the core does not include this there.

/**
 * Returns the totals of these laps and those of [other] together.
 *
 * @throws IllegalArgumentException if they belong to different components
 */
internal operator fun Totals.plus(other: Totals): Totals {
    requireSame(other)
    return Totals(type).also {
        it.addAll(this)
        it.addAll(other)
    }
}

/**
 * Returns the totals of these laps without those of [other], which are a part of them or a baseline. Sums are differences, and quotients
 * are those of differences; minimum, maximum, standard deviation and last value of the remaining laps are unknown: `NaN` and `null`.
 *
 * @throws IllegalArgumentException if they belong to different components
 */
internal operator fun Totals.minus(other: Totals): Totals {
    requireSame(other)
    val isOne = laps == 0L || other.laps == 0L
    val exact = if (isOne) exactSum ?: other.exactSum?.unaryMinus() else exactSum?.minus(other.exactSum ?: 0L)
    val own = value
    val others = other.value
    val left = if (own != null && others != null) type.minusAny(own, others) else own
    val rest = Totals(type)
    val known = if (hasUnknownLaps || other.hasUnknownLaps) null else laps - other.laps
    rest.restore(known, openLaps - other.openLaps, exact, isTooLarge = false, left, last = null)
    for (i in statistics.indices) {
        rest.statistics[i].subtract(statistics[i], other.statistics[i], type.isAdditive(i) || other.laps == 0L)
    }
    return rest
}

private fun Totals.requireSame(other: Totals) =
    require(type === other.type) { "totals of ${type.id} and of ${other.type.id} are of different components" }

/** Sets this to what is known of [all] without [part]: the count, and the sum if [isSumKnown]. */
private fun Statistics.subtract(all: Statistics, part: Statistics, isSumKnown: Boolean) {
    val sum = if (isSumKnown) all.sum - part.sum else Double.NaN
    if (all.isOnlySum || part.isOnlySum) return addSum(sum)
    if (part.count == 0L) return add(all)
    restore(all.count - part.count, sum, Double.NaN, Double.NaN, Double.NaN, isOnlySum = false)
}
