package timemory.export.internal

import timemory.export.ranks.RankSpread
import timemory.export.ranks.RankStatistics
import timemory.internal.text.unicodeEscape
import timemory.results.Results
import timemory.settings.percentileName

/**
 * Writes comma-separated values (RFC 4180) for spreadsheets and statistics, with a line for each number of each node. Times are in seconds,
 * memory in megabytes; unknown values are empty. There is a column for each of [percentiles] and for those read from files, if any region
 * has it: `p50`. Results of several processes have more columns, which show how these differ.
 *
 * Labels that start with `=`, `+`, `-` or `@` get a leading apostrophe, because a spreadsheet would treat them as formulas.
 */
internal fun writeCsv(out: Appendable, results: Results, percentiles: List<Double> = emptyList()) {
    val known = results.graphs.flatMap { knownPercentiles(it, percentiles) }.distinct().sorted()
    val hasRanks = results.graphs.any { graph -> graph.nodes().any { RankStatistics.of(it) != null } }
    out.append("metric,unit,id,parent,depth,label,threads,laps,sum,self,mean,min,max,stddev,instrumentation,concurrent")
    if (hasRanks) {
        out.append(",ranks,rank_min,rank_min_at,rank_mean,rank_max,rank_max_at,rank_stddev,imbalance,processes")
        out.append(",rank_self_min,rank_self_min_at,rank_self_mean,rank_self_max,rank_self_max_at,rank_self_stddev,rank_median,tasks")
    }
    for (one in known) out.append(",p").append(percentileName(one))
    out.append("\r\n")
    for (series in seriesOf(results)) {
        val ids = ArrayList<Int>()
        var id = 0
        for (node in series.graph.nodes()) {
            while (ids.size > node.depth) ids.removeAt(ids.lastIndex)
            val statistics = series.statistics(node)
            fun value(raw: Double, exact: Long? = null) {
                out.append(',')
                val text = exact?.let { exactDecimal(it, series.unit.size) }
                if (text != null) out.append(text) else if (raw.isFinite()) out.append((raw / series.unit.size).toString())
            }
            out.append(csv(series.id)).append(',').append(csv(series.unit.symbol + series.suffix)).append(',')
            out.append(id.toString()).append(',')
            ids.lastOrNull()?.let { out.append(it.toString()) }
            out.append(',').append(node.depth.toString()).append(',').append(csv(node.label))
            out.append(',').append(csv(node.threads.joinToString(" "))).append(',').append(node.inclusive.knownLaps?.toString() ?: "")
            value(series.inclusive(node), series.inclusiveExact(node))
            if (series.isAdditive) value(series.exclusive(node), series.exclusiveExact(node)) else out.append(',')
            value(statistics.mean)
            value(statistics.min)
            value(statistics.max)
            value(statistics.standardDeviation)
            if (series.isTime && node.instrumentation > 0.0) value(node.instrumentation) else out.append(',')
            out.append(if (node.isConcurrent) ",1" else ",")
            if (hasRanks) writeRanks(out, RankStatistics.of(node), series) { value(it) }
            for (one in known) value(if (series.element > 0) Double.NaN else node.inclusive.percentile(one) ?: Double.NaN)
            out.append("\r\n")
            ids.add(id++)
        }
    }
}

/** Writes how processes differ, if there are several: how many have the region, and their numbers there. */
private fun writeRanks(out: Appendable, ranks: RankStatistics?, series: Series, value: (Double) -> Unit) {
    if (ranks == null) {
        out.append(",".repeat(17))
        return
    }
    val spread = ranks.inclusive(series.element)
    out.append(',').append(spread.count.toString())
    writeSpread(out, spread, value)
    out.append(',').append(if (spread.imbalance.isFinite()) spread.imbalance.toString() else "")
    out.append(',').append(spread.processCount.toString())
    if (series.isAdditive && ranks.hasExclusive) writeSpread(out, ranks.exclusive(series.element), value) else out.append(",,,,,,")
    value(spread.median)
    out.append(if (ranks.isOfTasks) ",1" else ",")
}

private fun writeSpread(out: Appendable, spread: RankSpread, value: (Double) -> Unit) {
    value(spread.min)
    out.append(',').append(spread.minRank.toString())
    value(spread.mean)
    value(spread.max)
    out.append(',').append(spread.maxRank.toString())
    value(spread.standardDeviation)
}

/** Returns [text] as a CSV field. */
internal fun csv(text: String): String {
    // A label that has the apostrophe itself gets one more, to distinguish it from those that got theirs here.
    val first = text.firstOrNull { it != '\'' }
    val safe = withoutControls(if (first != null && first in FORMULA) "'$text" else text)
    return if (safe.any { it == ',' || it == '"' || it == '\n' || it == '\r' }) "\"" + safe.replace("\"", "\"\"") + "\"" else safe
}

/** Escapes control characters except white space: terminals interpret them, and some CSV readers reject them. */
private fun withoutControls(text: String): String {
    if (text.none(::isControl)) return text
    return buildString { for (c in text) if (isControl(c)) append(unicodeEscape(c)) else append(c) }
}

private fun isControl(c: Char): Boolean = c.isISOControl() && c !in "\t\n\r"

private const val FORMULA = "=+-@\t\r"
