package timemory.plot

import timemory.export.internal.Series
import timemory.settings.Settings
import timemory.statistics.Statistics

/**
 * Horizontal bars of the regions with the largest values, in order, next to the spread of their laps.
 *
 * From left to right: the label, the bar with its number, and [LapSpread] if any region has several laps and there is room.
 *
 * @param about what ran and when, empty if unknown
 */
internal class BarChart(
    private val series: Series,
    private val style: PictureStyle,
    settings: Settings,
    private val about: String = "",
) : Drawing {
    private val numbers = PictureNumbers(series, settings)
    private val regions = BarRegions(series, style.top)
    private val rows = regions.largest.size + if (regions.otherCount > 0) 1 else 0
    private val othersLabel = "others (${regions.otherCount} regions)"

    override val title: String = pictureTitle(series)
    private val subtitle: String = buildString {
        append(
            if (series.isAdditive) "Self values: each region without its nested regions"
            else "Values of all ${series.callsName}, including nested regions",
        )
        regions.whole?.let { append("; ${numbers.of(it)} in all") }
        if (series.isAdditive && series.graph.nodes().any { it.isConcurrent }) append(", of all threads and coroutines together")
    }

    override val height: Double = TOP + rows * ROW + BOTTOM

    private val labels: List<String> = regions.largest.map { pictureText(it.label) }
    private val labelWidth: Double =
        minOf(style.width * MAX_LABEL_SHARE, maxOf(MIN_LABEL_WIDTH, (labels + othersLabel).maxOf { textWidth(it, LABEL_SIZE) } + GAP))
    private val hasSpread = style.width >= MIN_WIDTH_WITH_SPREAD && regions.largest.any { it.laps.count > 1L && !it.laps.isOnlySum }
    private val right = style.width - MARGIN
    private val lapsWidth = if (hasSpread) regions.largest.maxOf { textWidth(LapSpread.lapsText(it.laps), TICK_SIZE) } + GAP else 0.0
    private val spreadWidth = if (hasSpread) style.width * SPREAD_PART else 0.0
    private val unit = numbers.unitFor(regions.largest.maxOfOrNull { kotlin.math.abs(it.value) } ?: 0.0)
    private val values: List<String> = regions.largest.map(::valueText)
    private val barAxis: Axis = run {
        // Ignores the others, whose total may far exceed each bar shown: their bar is drawn broken.
        val shown = regions.largest.map { it.value }
        val start = MARGIN + labelWidth
        val widest = (values + othersText()).maxOf { textWidth(it, VALUE_SIZE) }
        val end = right - if (hasSpread) lapsWidth + spreadWidth + 2 * GAP else 0.0
        val length = maxOf(MIN_BARS, end - widest - 2 * GAP - start)
        val low = (shown.minOrNull() ?: 0.0) / unit.size
        Axis.linear(low, (shown.maxOrNull() ?: 0.0) / unit.size, start, length, (length / TICK_WIDTH).toInt())
    }

    override fun drawOn(canvas: Canvas) {
        val bottom = TOP + rows * ROW
        canvas.text(MARGIN, TITLE_LINE, fitted(title, right - MARGIN, TITLE_SIZE) ?: "", TITLE_SIZE, isBold = true)
        for ((i, line) in listOf(about, subtitle).filter { it.isNotEmpty() }.withIndex()) {
            val text = fitted(line, right - MARGIN, SUBTITLE_SIZE) ?: ""
            canvas.text(MARGIN, SUBTITLE_LINE + i * SUBTITLE_STEP, text, SUBTITLE_SIZE, Ink.SOFT)
        }
        if (rows == 0) return
        val step = barAxis.ticks[1] - barAxis.ticks[0]
        for (tick in barAxis.ticks) {
            val x = barAxis.at(tick)
            canvas.line(x, TOP, x, bottom, if (tick == 0.0) Ink.AXIS else Ink.GRID)
            canvas.text(x, bottom + TICK_SIZE + 4.0, numbers.tick(tick, step, unit), TICK_SIZE, Ink.SOFT, Anchor.MIDDLE)
        }
        canvas.text(barAxis.start, TOP - HEADING_LIFT, (if (series.isAdditive) "self, " else "") + barAxis.kind, TICK_SIZE, Ink.SOFT)
        val spreadStart = right - lapsWidth - spreadWidth
        val spread = if (hasSpread) LapSpread(regions.largest, series.callName, numbers, spreadStart, spreadWidth) else null
        spread?.drawGround(canvas, TOP, bottom)
        for ((i, region) in regions.largest.withIndex()) {
            val middle = TOP + i * ROW + ROW / 2
            row(canvas, middle, labels[i], region.value, values[i], Ink.BAR, tooltip(labels[i], region))
            spread?.draw(canvas, region, middle, right)
        }
        if (regions.otherCount > 0) {
            row(canvas, bottom - ROW / 2, othersLabel, regions.otherValue, othersText(), Ink.OTHERS, "$othersLabel: ${othersText()}")
        }
    }

    private fun row(canvas: Canvas, middle: Double, label: String, value: Double, valueText: String, ink: Ink, tooltip: String) {
        fitted(label, labelWidth - GAP, LABEL_SIZE)?.let {
            canvas.text(MARGIN + labelWidth - GAP, middle + LABEL_SIZE * BELOW_MIDDLE, it, LABEL_SIZE, anchor = Anchor.END)
        }
        val zero = barAxis.at(0.0)
        val end = barAxis.at(value / unit.size)
        canvas.box(minOf(zero, end), middle - BAR / 2, maxOf(MIN_BAR, kotlin.math.abs(end - zero)), BAR, ink, tooltip)
        if (value / unit.size > barAxis.high) {
            for (i in 0..1) canvas.box(end - BREAK_AT + i * BREAK_STEP, middle - BAR / 2, BREAK, BAR, Ink.PAPER)
        }
        canvas.text(maxOf(zero, end) + TEXT_GAP, middle + VALUE_SIZE * BELOW_MIDDLE, valueText, VALUE_SIZE)
    }

    private fun valueText(region: BarRegions.Region): String = numbers.of(region.value) + share(region.value)

    private fun othersText(): String =
        if (series.isAdditive) numbers.of(regions.otherValue) + share(regions.otherValue) else "not shown: values do not add up"

    private fun share(value: Double): String = regions.whole?.let { " · " + percent(value / it) } ?: ""

    private fun tooltip(label: String, region: BarRegions.Region): String {
        val laps = region.laps
        if (laps.isOnlySum) return "$label\n${numbers.full(region.value)}${share(region.value)}"
        val calls = "${series.countOfCalls(laps.count)}: ${numbers.full(laps.mean)}"
        return "$label\n${numbers.full(region.value)}${share(region.value)}\n$calls" +
            if (laps.count > 1L && laps.standardDeviation.isFinite()) spreadText(laps) else ""
    }

    private fun spreadText(laps: Statistics): String =
        " ± ${numbers.of(laps.standardDeviation)} (mean and standard deviation), ${numbers.full(laps.min)} to ${numbers.full(laps.max)}"

    private companion object {
        const val MARGIN = 16.0
        const val GAP = 10.0
        const val TEXT_GAP = 5.0
        const val TITLE_LINE = 30.0
        const val TITLE_SIZE = 17.0
        const val SUBTITLE_LINE = 51.0
        const val SUBTITLE_STEP = 17.0
        const val SUBTITLE_SIZE = 12.0
        const val TOP = 103.0
        const val BOTTOM = 34.0
        const val HEADING_LIFT = 9.0
        const val ROW = 22.0
        const val BAR = 14.0
        const val MIN_BAR = 0.5
        const val BREAK_AT = 16.0
        const val BREAK_STEP = 5.0
        const val BREAK = 2.0
        const val LABEL_SIZE = 12.0
        const val VALUE_SIZE = 11.0
        const val TICK_SIZE = 11.0
        const val TICK_WIDTH = 80.0
        const val BELOW_MIDDLE = 0.36
        const val MAX_LABEL_SHARE = 0.27
        const val MIN_LABEL_WIDTH = 60.0
        const val SPREAD_PART = 0.24
        const val MIN_WIDTH_WITH_SPREAD = 800
        const val MIN_BARS = 40.0
    }
}
