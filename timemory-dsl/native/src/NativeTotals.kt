package timemory

import timemory.statistics.Statistics

// C programs add and subtract totals; JVM programs do not, so the core does not have this there.

/**
 * What these laps and those of [other] are together.
 *
 * @throws IllegalArgumentException if they are of different components
 */
internal operator fun Totals.plus(other: Totals): Totals {
    requireSame(other)
    return Totals(type).also {
        it.addAll(this)
        it.addAll(other)
    }
}

/**
 * What these laps are without those of [other], which are a part of them or a comparison. Sums are differences, and quotients those of
 * differences; nothing is known of the smallest, the largest, the spread and the last of the laps that remain, which are `NaN` and `null`.
 *
 * @throws IllegalArgumentException if they are of different components
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

/** Becomes what is known of [all] without [part]: how many, and the sum where [isSumKnown]. */
private fun Statistics.subtract(all: Statistics, part: Statistics, isSumKnown: Boolean) {
    val sum = if (isSumKnown) all.sum - part.sum else Double.NaN
    if (all.isOnlySum || part.isOnlySum) return addSum(sum)
    if (part.count == 0L) return add(all)
    restore(all.count - part.count, sum, Double.NaN, Double.NaN, Double.NaN, isOnlySum = false)
}
