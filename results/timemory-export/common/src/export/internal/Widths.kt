package timemory.export.internal

import kotlin.math.abs
import kotlin.math.roundToLong
import timemory.internal.lean.*
import timemory.internal.text.powerOfTen
import timemory.results.CallGraphNode
import timemory.statistics.minusExact

/**
 * The part of a frame's width that is not covered by frames inside it: the exclusive value. If only some laps of a region inside ran
 * concurrently, all of them are shown separately, and the part that did not stays in the width of this frame, as do regions that a view
 * does not show.
 */
internal fun ownWidth(series: Series, node: CallGraphNode): Double {
    if (hasExclusiveWidth(series, node)) return series.exclusive(node)
    var inside = 0.0
    for (child in node.children) if (!child.isConcurrent) inside += series.inclusive(child)
    return series.inclusive(node) - inside
}

/** Returns [ownWidth] if it is known as an integer; `null` otherwise. */
internal fun ownWidthExact(series: Series, node: CallGraphNode): Long? {
    if (series.element != 0) return null
    if (hasExclusiveWidth(series, node)) return node.exclusiveExact()
    var own = node.inclusive.exactSum ?: return null
    for (child in node.children) if (!child.isConcurrent) own = minusExact(own, child.inclusive.exactSum ?: return null) ?: return null
    return own
}

private fun hasExclusiveWidth(series: Series, node: CallGraphNode) =
    !series.graph.type.includesInside || !series.graph.isPart && node.children.none { it.isConcurrent }

/**
 * The exclusive widths of [series] for formats that only have integers. Integers are kept in raw units. Fractional values are converted to
 * a unit that is smaller by a power of a thousand, so that their total is at least a billion, and rounded to the nearest.
 */
internal class WholeWidths(private val series: Series) {
    private val exponent = exponentFor(series)
    private val factor = powerOfTen(exponent)

    /** The unit's size in raw units, `1e-6`; empty for raw units. */
    val scale: String = if (exponent == 0) "" else "1e-$exponent"

    /** The name of the unit. */
    val unit: String = if (exponent == 0) series.rawUnit else "$scale ${series.rawUnit}"

    fun of(node: CallGraphNode): Long =
        if (exponent == 0) ownWidthExact(series, node) ?: rounded(ownWidth(series, node)) else rounded(ownWidth(series, node) * factor)
}

private fun rounded(width: Double): Long = if (width.isNaN()) 0L else width.roundToLong()

private fun exponentFor(series: Series): Int {
    var isWhole = true
    var total = 0.0
    for (node in series.graph.nodes()) {
        if (ownWidthExact(series, node) != null) continue
        val width = ownWidth(series, node)
        isWhole = isWhole && (width == width.toLong().toDouble() || !width.isFinite())
        if (width.isFinite()) total += abs(width)
    }
    var exponent = 0
    if (!isWhole) while (total * powerOfTen(exponent) < MIN_TOTAL && exponent < MAX_EXPONENT) exponent += 3
    return exponent
}

/** Rounding each of a thousand widths then changes their sum by less than a millionth. */
private const val MIN_TOTAL = 1e9
private const val MAX_EXPONENT = 300
