package timemory.plot

import timemory.export.internal.Series
import timemory.settings.Settings

/**
 * A flame graph, drawn downwards as an icicle graph unless the style has it grow upwards.
 *
 * @param about what ran and when, empty if unknown
 */
internal class FlameGraph(
    private val series: Series,
    private val style: PictureStyle,
    settings: Settings,
    private val about: String = "",
) : Drawing {
    private val numbers = PictureNumbers(series, settings)
    private val layout = FlameFrames(series, LEVELS)

    override val title: String = pictureTitle(series)
    private val notes: List<String> = listOfNotNull(
        about.ifEmpty { null },
        "Each region is as wide as its total, with nested regions; ${numbers.of(layout.whole)} in all",
        "What ran concurrently, on other threads or coroutines, is not part of the region that started it: see (concurrent)"
            .takeIf { layout.frames.any { it.isContext } },
        "The outermost $LEVELS of ${layout.depth} levels; deeper regions count in the width of the last".takeIf { layout.isCut },
        "${layout.negatives} negative values count as zero".takeIf { layout.negatives > 0 },
        "Nothing above zero was recorded".takeIf { layout.frames.isEmpty() },
    )
    private val top = HEADER + notes.size * NOTE_LINE
    private val rows = layout.levels + 1
    private val inner = style.width - 2 * MARGIN

    override val height: Double = top + rows * ROW + MARGIN

    override fun drawOn(canvas: Canvas) {
        canvas.text(MARGIN, TITLE_LINE, fitted(title, inner, TITLE_SIZE) ?: "", TITLE_SIZE, isBold = true)
        for ((i, note) in notes.withIndex()) {
            val text = if (note == about) fitted(note, inner, NOTE_SIZE) ?: "" else note
            canvas.text(MARGIN, HEADER + NOTE_LINE * i, text, NOTE_SIZE, Ink.SOFT)
        }
        if (layout.frames.isEmpty()) return
        frame(canvas, 0, 0.0, 1.0, Ink.GROUND, "all: ${numbers.of(layout.whole)}", "all: ${numbers.full(layout.whole)}")
        for (frame in layout.frames) {
            if (frame.isJoined) {
                val text = "${frame.nodes.size} regions"
                frame(
                    canvas, frame.level + 1, frame.start, frame.width, Ink.OTHERS, text,
                    tooltip("$text, each too small to show", frame),
                )
            } else {
                val text = pictureText(frame.name)
                val ink = if (frame.isContext) Ink.OTHERS else Ink.ofFrame(frame.name)
                frame(
                    canvas, frame.level + 1, frame.start, frame.width, ink, text,
                    if (frame.isContext) contextTip(text, frame) else tooltip(text, frame),
                )
            }
        }
    }

    private fun frame(canvas: Canvas, row: Int, start: Double, width: Double, ink: Ink, label: String, tooltip: String) {
        val x = MARGIN + start * inner
        val y = top + (if (style.isUpward) rows - 1 - row else row) * ROW
        val length = maxOf(MIN_WIDTH, width * inner - GAP)
        canvas.box(x, y, length, ROW - GAP, ink, tooltip)
        fitted(label, length - 2 * PADDING, TEXT_SIZE)?.let { canvas.text(x + PADDING, y + BASE_LINE, it, TEXT_SIZE, Ink.ON_FRAME) }
    }

    private fun tooltip(label: String, frame: FlameFrames.Frame): String {
        val inclusive = frame.nodes.sumOf { series.inclusive(it) }
        val own = frame.nodes.sumOf { series.exclusive(it) }
        val laps = frame.nodes.sumOf { it.inclusive.laps }
        return "$label\n${percent(frame.width)} of the width, ${numbers.full(frame.width * layout.whole)}\n" +
            "total ${numbers.full(inclusive)}, self ${numbers.full(own)}" +
            (if (frame.nodes.any { it.inclusive.hasUnknownLaps }) "" else "\n" + series.countOfCalls(laps)) +
            if (laps > 1L) ", ${numbers.of(inclusive / laps)} each on average" else ""
    }

    private fun contextTip(label: String, frame: FlameFrames.Frame): String =
        "$label\n${percent(frame.width)} of the width, ${numbers.full(frame.width * layout.whole)}, ran concurrently with it"

    private companion object {
        const val LEVELS = 200
        const val MARGIN = 16.0
        const val TITLE_LINE = 30.0
        const val TITLE_SIZE = 17.0
        const val HEADER = 51.0
        const val NOTE_LINE = 17.0
        const val NOTE_SIZE = 12.0
        const val ROW = 18.0
        const val GAP = 0.75
        const val PADDING = 4.0
        const val BASE_LINE = 12.6
        const val TEXT_SIZE = 11.0
        const val MIN_WIDTH = 0.25
    }
}

/** Returns the heading of a plot of [series]. */
internal fun pictureTitle(series: Series): String {
    val type = series.graph.type
    val element = type.elements.getOrNull(series.element)
    val description = type.description.ifEmpty { type.id }
    return pictureText(if (element == null) description else "$description: $element")
}
