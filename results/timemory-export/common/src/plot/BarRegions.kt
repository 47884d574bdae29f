package timemory.plot

import kotlin.math.abs
import timemory.ComponentType
import timemory.Totals
import timemory.bundle.Region
import timemory.export.internal.Series
import timemory.statistics.Statistics

/**
 * The regions of a call graph by label, regardless of caller, the largest first.
 *
 * @param top how many are shown individually
 */
internal class BarRegions(private val series: Series, top: Int) {
    /**
     * One region.
     *
     * @property value the length of its bar in raw units: the exclusive sum if there is one, otherwise the number of all laps together
     * @property laps the statistics of its laps (inclusive)
     */
    class Region(val label: String, val value: Double, val laps: Statistics)

    private class Collected(type: ComponentType<*>) {
        val totals = Totals(type)
        var exclusive = 0.0
    }

    val largest: List<Region>

    /** The number of regions that are not in [largest], and the sum of their values; 0 if they do not add up. */
    val otherCount: Int
    val otherValue: Double

    init {
        val byLabel = LinkedHashMap<String, Collected>()
        for (node in series.graph.nodes()) {
            val collected = byLabel.getOrPut(node.label) { Collected(series.graph.type) }
            collected.totals.addAll(node.inclusive)
            collected.exclusive += series.exclusive(node)
        }
        val regions = byLabel.map { (label, collected) -> Region(label, valueOf(collected), collected.totals.statistics[series.element]) }
            .filter { it.value.isFinite() }
            .sortedByDescending { abs(it.value) }
        // A single other region need not be joined.
        val kept = if (regions.size == top + 1) regions.size else minOf(top, regions.size)
        largest = regions.take(kept)
        otherCount = regions.size - kept
        otherValue = if (series.isAdditive) regions.drop(kept).sumOf { it.value } else 0.0
    }

    /** The total to which percentages refer; `null` if values are not parts of a whole. */
    val whole: Double? =
        if (series.isAdditive && largest.all { it.value >= 0.0 } && otherValue >= 0.0) (
            largest.sumOf { it.value } +
                otherValue
            ).takeIf { it > 0.0 } else null

    /**
     * Returns the number of all laps; their mean if several nodes were joined whose numbers cannot be, such as quotients read from files.
     */
    private fun valueOf(collected: Collected): Double {
        if (series.isAdditive) return collected.exclusive
        val sum = collected.totals.sum(series.element)
        return if (sum.isFinite()) sum else collected.totals.statistics[series.element].mean
    }
}
