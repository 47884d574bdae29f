package timemory.export.data.internal

import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import timemory.export.ranks.ReadRanks

/**
 * Parses the member `ranks`, the differences between processes at a region, with numbers in [units]; `null` if [element] is something else.
 */
internal fun ranksOf(element: JsonElement, units: List<FileUnit>): ReadRanks? {
    val told = (element as? JsonObject)?.takeIf { "of" in it } ?: return null
    val ranks = ReadRanks(told.of("of").number(), told.of("count").number(), units.size, "tasks" in told)
    ranks.addSpreads(told, units)
    (told.of("exclusive") as? JsonObject)?.let { ranks.addSpreads(it, units) }
    val values = told.of("values").numbers()
    for ((i, rank) in told.of("ranks").numbers().withIndex()) {
        val numbers = values.getOrNull(i)?.numbers().orEmpty()
        ranks.keep(rank.number(), DoubleArray(numbers.size) { at -> units.getOrNull(at)?.raw(numbers[at]) ?: Double.NaN })
    }
    return ranks
}

private fun ReadRanks.addSpreads(told: JsonObject, units: List<FileUnit>) {
    for ((i, unit) in units.withIndex()) {
        fun at(name: String): JsonElement = told.of(name).numbers().getOrElse(i) { ABSENT }
        add(
            unit.raw(at("min")), at("min_rank").number(), unit.raw(at("max")), at("max_rank").number(), unit.raw(at("mean")),
            unit.raw(at("stddev")), unit.raw(at("median")),
        )
    }
}

private fun JsonObject.of(name: String): JsonElement = this[name] ?: ABSENT
