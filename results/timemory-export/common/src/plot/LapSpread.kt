package timemory.plot

import timemory.DisplayUnit
import timemory.Quantity
import timemory.output.readable
import timemory.statistics.Statistics

/**
 * The right part of a bar chart: the laps of each region, as a point at the mean with a whisker of one standard deviation to either side.
 *
 * Laps differ between regions by powers of ten, and from the sums that the bars show. So they have a separate axis, which is logarithmic if
 * a linear scale would hide the small ones.
 */
internal class LapSpread(
    private val regions: List<BarRegions.Region>,
    private val callName: String,
    private val numbers: PictureNumbers,
    start: Double,
    length: Double,
) {
    private val ends: List<Double> = regions.flatMap { region ->
        val spread = spreadOf(region.laps) ?: 0.0
        listOf(region.laps.mean - spread, region.laps.mean + spread).filter { it.isFinite() }
    }
    private val largest: Double = ends.maxOrNull() ?: 0.0
    private val unit: DisplayUnit = numbers.unitFor(largest)
    private val axis: Axis = run {
        val least = regions.map { it.laps.mean }.filter { it.isFinite() }.minOrNull() ?: 0.0
        val wanted = (length / TICK_WIDTH).toInt()
        if (least > 0.0 && largest / least > LINEAR_RANGE) {
            // The lower end of a whisker may be below zero, which the axis cannot show: it ends at the edge.
            Axis.logarithmic(least / 2.0 / unit.size, largest / unit.size, start, length, wanted)
        } else {
            Axis.linear((ends.minOrNull() ?: 0.0) / unit.size, largest / unit.size, start, length, wanted)
        }
    }

    /** Draws the heading, and the ticks with their grid lines from [top] to [bottom]. */
    fun drawGround(canvas: Canvas, top: Double, bottom: Double) {
        canvas.text(axis.start, top - HEADING_LIFT, "mean ± deviation of a $callName, ${axis.kind}", SMALL, Ink.SOFT)
        val step = axis.ticks[1] - axis.ticks[0]
        for (tick in axis.ticks) {
            val x = axis.at(tick)
            val text = if (axis.isLogarithmic) numbers.tickAlone(tick * unit.size) else numbers.tick(tick, step, unit)
            canvas.line(x, top, x, bottom, Ink.GRID)
            canvas.text(x, bottom + SMALL + 4.0, text, SMALL, Ink.SOFT, Anchor.MIDDLE)
        }
    }

    /** Draws the mark of [region] at height [y], and its lap count right-aligned at [end]. */
    fun draw(canvas: Canvas, region: BarRegions.Region, y: Double, end: Double) {
        val laps = region.laps
        canvas.text(end, y + SMALL * MIDDLE, lapsText(laps), SMALL, Ink.SOFT, Anchor.END)
        if (laps.count == 0L || !laps.mean.isFinite()) return
        val spread = spreadOf(laps)
        if (spread != null) {
            val low = axis.at((laps.mean - spread) / unit.size)
            val high = axis.at((laps.mean + spread) / unit.size)
            canvas.line(low, y, high, y, Ink.MARK, WHISKER)
            // No cap if it continues beyond the edge.
            if (low > axis.start) canvas.line(low, y - CAP, low, y + CAP, Ink.MARK, WHISKER)
            canvas.line(high, y - CAP, high, y + CAP, Ink.MARK, WHISKER)
        }
        canvas.box(axis.at(laps.mean / unit.size) - POINT, y - POINT, 2 * POINT, 2 * POINT, Ink.MARK)
    }

    companion object {
        /** Returns the lap count as text; empty if a file does not have it. */
        fun lapsText(laps: Statistics): String = if (laps.isOnlySum) "" else "× " + readable(laps.count.toDouble(), Quantity.COUNT)

        /** Returns the standard deviation, if it exists and is known. */
        private fun spreadOf(laps: Statistics): Double? = laps.standardDeviation.takeIf { laps.count > 1L && it.isFinite() }

        private const val LINEAR_RANGE = 20.0
        private const val TICK_WIDTH = 62.0
        private const val SMALL = 11.0
        private const val MIDDLE = 0.36
        private const val HEADING_LIFT = 9.0
        private const val WHISKER = 1.25
        private const val CAP = 3.5
        private const val POINT = 2.75
    }
}
