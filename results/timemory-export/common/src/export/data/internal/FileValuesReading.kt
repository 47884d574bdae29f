package timemory.export.data.internal

import kotlin.math.abs
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive
import timemory.export.data.BucketData
import timemory.export.data.RegionData
import timemory.export.data.StatisticsData

/** Returns how many numbers [values] contains, if that is known. */
internal fun countOf(values: FileValues): Int = sumsOf(values).size

/** Whether the value is a text rather than a number shown as one. */
internal fun isText(values: FileValues): Boolean = textOf(values) != null && countOf(values) <= 1

private fun textOf(values: FileValues): String? =
    (values.entry?.shown as? JsonPrimitive)?.takeIf { it.isString }?.content

/** The sums of the statistics, or the displayed values if there are no statistics. */
private fun sumsOf(values: FileValues): List<JsonElement> {
    val sums = values.stats?.sum ?: ABSENT
    return if (sums.isAbsent) (values.entry?.shownNumbers ?: ABSENT).numbers() else sums.numbers()
}

/** Converts this region of a file to raw units. */
internal fun FileRegion.toData(units: List<FileUnit>, label: String, depth: Int, threads: List<Int>, slice: JsonSlice): RegionData {
    val values = values()
    val entry = values.entry ?: FileEntry()
    val sums = sumsOf(values)
    val laps = lapsOf(if (entry.laps.isAbsent) 0.0 else entry.laps.number(), sums.firstOrNull()?.number() ?: 0.0)
    val isConcurrent = if (concurrent.isAbsent) false else concurrent.flag() ?: slice.isNot("true or false")
    val start = start.atLeastZero()
    val place = place.atLeastZero()
    if (units.isEmpty()) {
        return RegionData(
            label, depth, laps ?: 0L, text = textOf(values) ?: "", threads = threads, isConcurrent = isConcurrent,
            start = start, place = place,
        )
    }
    val statistics = values.stats ?: FileStatistics()
    val raw = List(units.size) { i -> sums.getOrNull(i)?.let(units[i]::raw) ?: Double.NaN }
    return RegionData(
        label = label,
        depth = depth,
        laps = laps,
        openLaps = minOf(laps ?: 0L, countIn(entry.openLaps.number())),
        exactSum = if (units.size == 1) entry.accum.whole()?.takeIf { isSame(it, raw[0]) } else null,
        numbers = List(units.size) { i -> statistics.of(i, units[i], raw[i], laps ?: 0L) },
        exclusive = exclusiveIn(units),
        percentiles = statistics.percentilesIn(units[0]),
        histogram = statistics.histogramIn(units[0]),
        threads = threads,
        isConcurrent = isConcurrent,
        start = start,
        place = place,
        instrumentation = instrumentation?.sum?.let(units[0]::raw)?.takeIf { it.isFinite() } ?: 0.0,
    )
}

/** Returns the inclusive values. */
internal fun FileRegion.values(): FileValues = FileValues(inclusive?.entry ?: entry, inclusive?.stats ?: stats)

/** A single lap is its own minimum and maximum; for several laps both are unknown unless the file has them. */
private fun FileStatistics.of(i: Int, unit: FileUnit, sum: Double, laps: Long): StatisticsData {
    fun raw(all: JsonElement): Double? = if (all.isAbsent) null else all.numbers().getOrNull(i)?.let(unit::raw)
    val average = raw(mean) ?: if (laps == 0L) 0.0 else sum / laps
    val each = if (laps > 1L) Double.NaN else average
    val deviation = if (laps > 1L) raw(stddev) ?: Double.NaN else 0.0
    return StatisticsData(known(sum), known(average), known(raw(min) ?: each), known(raw(max) ?: each), known(deviation))
}

private fun FileRegion.exclusiveIn(units: List<FileUnit>): List<Double?>? {
    val sums = sumsOf(exclusive ?: return null)
    return if (sums.size == units.size) List(sums.size) { known(units[it].raw(sums[it])) } else null
}

/** Linear search is fine: there are only a few percentiles. */
private fun FileStatistics.percentilesIn(unit: FileUnit): Map<Double, Double> {
    if (percentiles.isEmpty()) return emptyMap()
    val found = percentiles.entries.asSequence()
        .filter { (name, _) -> name.length <= MAX_PERCENTILE_LENGTH && name.all { it in '0'..'9' || it == '.' } }
        .mapNotNull { (name, value) -> name.toDoubleOrNull()?.takeIf { it <= 100.0 }?.let { it to unit.raw(value) } }
        .filter { it.second.isFinite() }
    return found.take(MAX_PERCENTILES).sortedBy { it.first }.toMap()
}

private fun FileStatistics.histogramIn(unit: FileUnit): List<BucketData> {
    val counts = histogram?.counts?.numbers() ?: return emptyList()
    val bounds = histogram.bounds.numbers()
    if (counts.isEmpty() || bounds.size != counts.size + 1) return emptyList()
    val buckets = List(counts.size) { i -> BucketData(unit.raw(bounds[i]), unit.raw(bounds[i + 1]), countIn(counts[i].number())) }
    return if (buckets.all { it.from.isFinite() && it.to.isFinite() }) buckets else emptyList()
}

/** Other versions may have stored the integer in other units than the sum. */
internal fun isSame(exact: Long, total: Double): Boolean = abs(exact - total) <= 1.0 + 1e-6 * abs(total)

/** Returns the lap count [number] for [sum]. Zero laps with a non-zero sum mean that the file does not know the count. */
private fun lapsOf(number: Double, sum: Double): Long? =
    if (number.isNaN() || !(number > 0.0) && sum != 0.0 && !sum.isNaN()) null else countIn(number)

private fun countIn(number: Double): Long = if (number >= 0.0) minOf(number, MAX_LAPS).toLong() else 0L

private fun JsonElement.atLeastZero(): Long? = number().takeIf { it >= 0.0 }?.let { whole() ?: it.toLong() }

private fun known(number: Double): Double? = number.takeIf { it.isFinite() }

private const val MAX_LAPS = 9_007_199_254_740_992.0
private const val MAX_PERCENTILES = 32
private const val MAX_PERCENTILE_LENGTH = 14
