package timemory.roofline

import kotlin.math.PI
import kotlin.math.atan2
import kotlin.math.hypot
import kotlin.math.log10
import kotlin.math.max
import kotlin.math.sqrt
import timemory.plot.Anchor
import timemory.plot.Axis
import timemory.plot.Canvas
import timemory.plot.Drawing
import timemory.plot.Ink
import timemory.plot.PictureStyle
import timemory.plot.allDigits
import timemory.plot.fitted
import timemory.plot.pictureText
import timemory.plot.significant
import timemory.plot.textWidth

/**
 * Draws roofs and points with logarithmic axes: operations per unit of traffic horizontally, operations per second vertically.
 *
 * A bandwidth roof ends where it meets the highest peak, and a peak roof starts where it meets the fastest bandwidth: nothing can be above
 * those lines.
 */
internal class RooflineChart(private val roofline: Roofline, private val style: PictureStyle) : Drawing {
    private val form = roofline.form
    private val left = LEFT
    private val right = style.width - RIGHT
    private val plotHeight = (right - left) * PROPORTION
    private val bottom = TOP + plotHeight

    override val height: Double = bottom + BOTTOM
    override val title: String = pictureText(roofline.title)

    private val levels: List<String> =
        (roofline.bandwidths.map { it.name } + roofline.points.map { it.level }).distinct().sortedBy { levelOrder(it) }
    private val x: Axis
    private val y: Axis

    init {
        val peak = roofline.peak
        val ridges = if (peak == null) emptyList() else roofline.bandwidths.map { peak / it.perSecond }
        val intensities = roofline.points.map { it.intensity }
        val rates = roofline.points.map { it.perSecond }
        val lowX = ((ridges.map { it / LEFT_OF_RIDGE } + intensities.map { it / ROOM }).minOrNull() ?: 0.01)
        val highX = ((ridges.map { it * RIGHT_OF_RIDGE } + intensities.map { it * ROOM }).maxOrNull() ?: 100.0)
        x = Axis.logarithmic(lowX, highX, left, right - left, 20)
        val lowestRoof = roofline.bandwidths.minOfOrNull { it.perSecond }?.let { it * x.ticks.first() * ABOVE_LOWEST }
        val lowY = (rates.map { it / ROOM } + listOfNotNull(lowestRoof, peak?.let { it / MIN_BELOW_PEAK })).min()
        val highY = (
            rates.map { it * ROOM } + listOfNotNull(peak?.let { it * ROOM }) +
                roofline.bandwidths.map { it.perSecond * x.ticks.first() * ROOM }
            ).max()
        y = Axis.logarithmic(lowY, highY, bottom, -plotHeight, 20)
    }

    private val labels = PlacedLabels(left, TOP, right, bottom)

    override fun drawOn(canvas: Canvas) {
        canvas.text(MARGIN, TITLE_LINE, fitted(title, right - MARGIN, TITLE_SIZE) ?: "", TITLE_SIZE, isBold = true)
        drawLegend(canvas)
        drawGround(canvas)
        labels.clear()
        drawBandwidths(canvas)
        drawPeaks(canvas)
        drawPoints(canvas)
    }

    private fun drawLegend(canvas: Canvas) {
        var at = MARGIN
        for (level in levels) {
            canvas.disc(at + LEGEND_SIZE / 2, SUBTITLE_LINE - LEGEND_SIZE / 2 + 1, LEGEND_SIZE / 2, inkOf(level))
            val text = pictureText(level)
            canvas.text(at + LEGEND_SIZE + 4, SUBTITLE_LINE, text, SUBTITLE_SIZE, Ink.SOFT)
            at += LEGEND_SIZE + 20 + textWidth(text, SUBTITLE_SIZE)
        }
        if (roofline.points.isNotEmpty()) {
            canvas.text(at, SUBTITLE_LINE, "the larger a point, the more time it took", SUBTITLE_SIZE, Ink.SOFT)
        }
    }

    private fun drawGround(canvas: Canvas) {
        for (tick in x.ticks) {
            canvas.line(x.at(tick), TOP, x.at(tick), bottom, Ink.GRID)
            canvas.text(x.at(tick), bottom + TICK_SIZE + 5, plainNumber(tick), TICK_SIZE, Ink.SOFT, Anchor.MIDDLE)
        }
        for (tick in y.ticks) {
            canvas.line(left, y.at(tick), right, y.at(tick), Ink.GRID)
            canvas.text(left - 6, y.at(tick) + TICK_SIZE * BELOW_MIDDLE, plainNumber(tick / GIGA), TICK_SIZE, Ink.SOFT, Anchor.END)
        }
        canvas.line(left, bottom, right, bottom, Ink.AXIS)
        canvas.line(left, TOP, left, bottom, Ink.AXIS)
        val intensity = if (form == RooflineForm.FLOPS) "Arithmetic intensity" else "Instruction intensity"
        canvas.text((left + right) / 2, bottom + 40, "$intensity (${form.operation}/${form.traffic})", AXIS_SIZE, anchor = Anchor.MIDDLE)
        canvas.text(AXIS_AT, (TOP + bottom) / 2, "Performance (${rateUnit(form)})", AXIS_SIZE, anchor = Anchor.MIDDLE, rise = 90.0)
    }

    /**
     * Labels are placed along their lines, near the left end. If a line is so close below another that its label would cover that one, the
     * label goes below its own line if there is room; otherwise after the other label.
     */
    private fun drawBandwidths(canvas: Canvas) {
        val heightOfDecade = plotHeight / log10(y.ticks.last() / y.ticks.first())
        val roofs = roofline.bandwidths.sortedByDescending { it.perSecond }
        fun gapBelow(index: Int) = if (index !in 0 until roofs.lastIndex) Double.MAX_VALUE
        else log10(roofs[index].perSecond / roofs[index + 1].perSecond) * heightOfDecade
        var at = NAME_AT
        for ((index, roof) in roofs.withIndex()) {
            val isClose = gapBelow(index - 1) < ROOM_ABOVE
            val isBelow = isClose && gapBelow(index) >= ROOM_FOR_TWO
            if (!isClose || isBelow) at = NAME_AT
            at = drawBandwidth(canvas, roof, at, isBelow) + NAME_AT
        }
    }

    /** Draws a roof with its label [nameAt] pixels from its start, above or below its line. Returns how far the label reaches. */
    private fun drawBandwidth(canvas: Canvas, roof: BandwidthRoof, nameAt: Double, isBelow: Boolean): Double {
        val begin = max(x.ticks.first(), y.ticks.first() / roof.perSecond)
        val end = minOf(x.ticks.last(), (roofline.peak ?: y.ticks.last()) / roof.perSecond)
        if (begin >= end) return nameAt
        val x1 = x.at(begin)
        val y1 = y.at(begin * roof.perSecond)
        val x2 = x.at(end)
        val y2 = y.at(end * roof.perSecond)
        canvas.line(x1, y1, x2, y2, inkOf(roof.name), ROOF)
        val slope = (y1 - y2) / (x2 - x1)
        val text = pictureText(roof.name) + ": " + bandwidthText(roof, form)
        val offset = if (isBelow) NAME_BELOW else -NAME_ABOVE
        canvas.text(x1 + nameAt, y1 - nameAt * slope + offset, text, ROOF_SIZE, inkOf(roof.name), rise = atan2(slope, 1.0) * 180.0 / PI)
        // Rotated text is approximated by many small boxes.
        val width = textWidth(text, ROOF_SIZE) / hypot(1.0, slope)
        var passed = 0.0
        while (passed <= width) {
            labels.take(x1 + nameAt + passed, y1 - (nameAt + passed) * slope + offset - ROOF_SIZE, ROOF_SIZE, ROOF_SIZE + NAME_ABOVE)
            passed += ROOF_SIZE / 2
        }
        return nameAt + width
    }

    /** Roofs whose labels would cover that of a higher one are drawn without labels. */
    private fun drawPeaks(canvas: Canvas) {
        val fastest = roofline.bandwidths.maxOfOrNull { it.perSecond }
        var lastLine = -1e9
        for (roof in roofline.peaks.sortedByDescending { it.perSecond }) {
            val at = y.at(roof.perSecond)
            val begin = if (fastest == null) left else x.at(roof.perSecond / fastest)
            canvas.line(begin, at, right, at, Ink.TEXT, if (roof.perSecond == roofline.peak) ROOF else THIN_ROOF)
            if (at - lastLine < ROOF_SIZE + 3) continue
            val text = pictureText(roof.name) + ": " + rateText(roof.perSecond, form)
            val width = textWidth(text, ROOF_SIZE)
            canvas.text(right - 4, at - 4, text, ROOF_SIZE, anchor = Anchor.END)
            labels.take(right - 4 - width, at - ROOF_SIZE - 4, width, ROOF_SIZE + 4)
            lastLine = at
        }
    }

    private fun drawPoints(canvas: Canvas) {
        val longest = roofline.points.maxOfOrNull { it.nanoseconds } ?: return
        // Small points last, so that none is completely covered.
        val points = roofline.points.sortedByDescending { it.nanoseconds }
        for (point in points) canvas.disc(
            x.at(point.intensity), y.at(point.perSecond), radius(point, longest), inkOf(point.level),
            tooltip(roofline, point),
        )
        for (point in points) labels.take(
            x.at(point.intensity) - radius(point, longest), y.at(point.perSecond) - radius(point, longest),
            2 * radius(point, longest), 2 * radius(point, longest),
        )
        for ((_, same) in points.groupBy { it.path }) {
            val point = same.maxBy { it.intensity }
            val text = fitted(pictureText(point.label), MAX_LABEL, LABEL_SIZE) ?: continue
            val width = textWidth(text, LABEL_SIZE)
            val place =
                labels.placeBeside(x.at(point.intensity), y.at(point.perSecond), radius(point, longest), width, LABEL_SIZE) ?: continue
            canvas.text(place.first, place.second, text, LABEL_SIZE, isBold = true)
        }
    }

    private fun radius(point: RooflinePoint, longest: Double) =
        MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * sqrt(point.nanoseconds / longest)

    private fun plainNumber(value: Double) = if (value >= 1e-4 && value < 1e6) allDigits(value) else significant(value)

    companion object {
        private const val MARGIN = 16.0
        private const val LEFT = 78.0
        private const val RIGHT = 24.0
        private const val TOP = 70.0
        private const val BOTTOM = 54.0
        private const val PROPORTION = 0.56
        private const val TITLE_LINE = 30.0
        private const val TITLE_SIZE = 17.0
        private const val SUBTITLE_LINE = 53.0
        private const val SUBTITLE_SIZE = 12.0
        private const val LEGEND_SIZE = 10.0
        private const val TICK_SIZE = 11.0
        private const val AXIS_SIZE = 12.0
        private const val AXIS_AT = 20.0
        private const val ROOF_SIZE = 11.0
        private const val LABEL_SIZE = 12.0
        private const val MAX_LABEL = 260.0
        private const val BELOW_MIDDLE = 0.36
        private const val ROOF = 2.0
        private const val NAME_AT = 14.0
        private const val NAME_ABOVE = 6.0
        private const val NAME_BELOW = 14.0
        private const val ROOM_ABOVE = 22.0
        private const val ROOM_FOR_TWO = 36.0
        private const val THIN_ROOF = 1.0
        private const val MIN_RADIUS = 4.0
        private const val MAX_RADIUS = 14.0
        private const val ROOM = 1.5
        private const val LEFT_OF_RIDGE = 8.0
        private const val RIGHT_OF_RIDGE = 8.0
        private const val ABOVE_LOWEST = 1.0
        private const val MIN_BELOW_PEAK = 100.0
        private const val GIGA = 1e9
        private val NAMES = listOf("L1", "L2", "L3", "DRAM")

        fun inkOf(level: String): Ink = Ink.LEVELS[NAMES.indexOf(level).let { if (it < 0) NAMES.size else it }]

        private fun levelOrder(level: String) = NAMES.indexOf(level).let { if (it < 0) NAMES.size else it }
    }
}
