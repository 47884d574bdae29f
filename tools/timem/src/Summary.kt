package timemory.timem

import timemory.statistics.Statistics

/** One value over several runs of a command. */
internal class Summary(val value: Value, val statistics: Statistics)

/** Returns the values of [runs], each over those runs that know it. */
internal fun summarise(runs: List<Run>, options: Options): List<Summary> {
    val all = runs.map { valuesOf(it, options).associateBy(Value::key) }
    return valuesOf(runs.first(), options).map { first ->
        val statistics = Statistics()
        all.forEach { values -> values[first.key]?.number?.takeIf { !it.isNaN() }?.let(statistics::add) }
        Summary(first, statistics)
    }
}
