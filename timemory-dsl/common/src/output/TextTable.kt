package timemory.output

import timemory.ComponentType
import timemory.Quantity
import timemory.RatioType
import timemory.internal.lean.*
import timemory.internal.text.displayWidth
import timemory.internal.text.fixed
import timemory.internal.text.shortenTo
import timemory.internal.text.visible
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.ReadType
import timemory.settings.Settings
import timemory.settings.percentileName
import timemory.settings.percentilesOf

/**
 * The table of one component, as timemory prints it: a line for each node of the call graph, labels indented by depth. Unlike timemory's,
 * it has `SUM` only above values that are sums.
 *
 * Two passes over the graph: one to learn how wide each column is, one to write. Nothing is kept but widths, so that a table of a
 * hundred thousand lines needs no more memory than one of ten.
 *
 * On a screen that is too narrow for it, labels become shorter, and then columns are left out, those first that say least.
 *
 * A component whose values hold several numbers shows them in one cell, separated by `;` in the order of
 * [ComponentType.elements][timemory.ComponentType.elements]. A component that records time, and whose own cost is known, has a column more
 * for it. One whose values hold no numbers shows them in the SUM column by [Totals.display][timemory.Totals.display].
 *
 * @param maxRows how many lines there may be about regions, 0 for one for each: see [ShownRows]
 */
internal class TextTable(
    private val graph: CallGraph,
    settings: Settings,
    private val screen: Screen = Screen.FILE,
    maxRows: Int = 0,
) {
    private val rows = ShownRows(GraphRows(graph), maxRows)
    private val formats = List(maxOf(1, graph.type.elementCount)) { numberFormatFor(graph, settings, it) }
    private var labelLimit = settings.maxWidth
    private val separatorFreq = settings.separatorFreq

    /** Which numbers of a value are shown. */
    private val numbersShown: List<Int> = if (graph.type.hidesZeros) numbersShown(graph) else List(formats.size) { it }
    private val units = joined { formats[it].unit.symbol + graph.type.unitSuffix(it) }
    private val hasCosts = graph.nodes().any { it.instrumentation > 0.0 }
    private val percentiles = percentilesToShow(settings)
    private val facts: List<String> = factTitles()
    private val headers: List<String> =
        HEADERS.map {
            if (it == HEADERS[SUM]) sumHeader() else it
        } + facts + percentiles.map { "P" + percentileName(it) } + if (hasCosts) listOf("% OVERHEAD") else emptyList()
    private val widths = IntArray(headers.size) { maxOf(MIN_WIDTH, headers[it].length, if (it >= SUM) formats[0].width else 0) }

    init {
        widths[0] = headers[0].length
        for (line in rows.lines()) {
            val cells = cellsOf(line)
            for (i in cells.indices) widths[i] = maxOf(widths[i], displayWidth(cells[i]))
        }
    }

    /** The columns that are shown: all that there is room for. */
    private val shown = fitted()

    /** What the numbers of all laps together are called: `SUM`, `QUOTIENT` of the sums, or both where values hold both. */
    private fun sumHeader(): String =
        if (graph.type.elementCount == 0) HEADERS[SUM] else numbersShown.map {
            nameOfTotal(graph.type, it)
        }.distinct().joinToString(";").ifEmpty { HEADERS[SUM] }

    private fun factTitles(): List<String> {
        for (node in graph.nodes()) return (node.facts ?: continue).titles
        return emptyList()
    }

    private fun fitted(): List<Int> {
        val shown = ArrayList<Int>()
        for (column in widths.indices) shown.add(column)
        fun excess() = shown.sumOf { widths[it] + 3 } + 1 - screen.columns
        if (excess() > 0) shrinkLabels(excess(), COMFORTABLE_LABEL)
        for (column in EXPENDABLE) if (excess() > 0) shown.remove(column)
        val others = HEADERS.size + facts.size
        for (column in others until headers.size) if (excess() > 0) shown.remove(column)
        // The last facts are the most informative.
        for (column in HEADERS.size until others) {
            if (column == others - TELLING_FACTS && excess() > 0) shown.remove(SELF)
            if (excess() > 0) shown.remove(column)
        }
        if (excess() > 0) shrinkLabels(excess(), MIN_LABEL)
        return shown
    }

    private fun shrinkLabels(excess: Int, least: Int) {
        widths[0] = minOf(widths[0], maxOf(least, widths[0] - excess))
        labelLimit = minOf(labelLimit, widths[0])
    }

    fun writeTo(out: Appendable) {
        val inner = shown.sumOf { widths[it] + 3 } - 1
        val rule = "|" + "-".repeat(inner) + "|\n"
        out.append(rule)
        for (line in wrap(graph.type.titleOf(numbersShown), inner - 2)) {
            val space = maxOf(0, inner - displayWidth(line))
            out.append('|').append(" ".repeat((space + 1) / 2)).append(screen.emphasised(line)).append(" ".repeat(space / 2)).append("|\n")
        }
        out.append(rule)
        writeLine(out) { screen.emphasised(centred(headers[it], widths[it])) }
        writeSeparator(out)
        var line = 0
        for (row in rows.lines()) {
            if (separatorFreq > 0 && line > 0 && line % separatorFreq == 0) writeSeparator(out)
            line++
            val cells = cellsOf(row)
            writeLine(out) {
                val cell = if (it in LEFT_ALIGNED) padEnd(cells[it], widths[it]) else padStart(cells[it], widths[it])
                if (it == headers.lastIndex && row.node?.hasHighInstrumentation == true) screen.warning(cell) else cell
            }
        }
        out.append(rule)
        writeNotes(out)
    }

    private fun writeSeparator(out: Appendable) {
        for (i in shown) out.append('|').append("-".repeat(widths[i] + 2))
        out.append("|\n")
    }

    private inline fun writeLine(out: Appendable, cell: (Int) -> String) {
        for (i in shown) out.append("| ").append(cell(i)).append(' ')
        out.append("|\n")
    }

    private fun writeNotes(out: Appendable) {
        if (rows.isPart) {
            out.append("  ${rows.count} of ${graph.nodeCount()} regions, those with the largest values; for all of them: ")
            out.append("TIMEMORY_CONSOLE_MAX_ROWS=0 on the console, TIMEMORY_TEXT_MAX_ROWS=0 in files, or timemory report\n")
        }
        if (graph.type !is ReadType) MetadataExtensions.note?.invoke()?.let { out.append("  ").append(it).append('\n') }
        var open = 0L
        var missing = 0
        var concurrent = false
        var costly = 0
        for (node in graph.nodes()) {
            open += node.inclusive.openLaps
            if (node.hasMissingLaps) missing++
            concurrent = concurrent || node.isConcurrent
            if (node.hasHighInstrumentation) costly++
        }
        if (open > 0L) {
            val which = if (open == 1L) "1 lap was" else "$open laps were"
            out.append("  $which still open when the results were made and count with their values up to then\n")
        }
        if (missing > 0) {
            val which = if (missing == 1) "1 region lacks" else "$missing regions lack"
            out.append("  $which laps that were still open when the results were made: this component cannot be read before a lap ends\n")
        }
        if (costly > 0) {
            val which = if (costly == 1) "1 region" else "$costly regions"
            out.append("  ! more than 10 % of the time of $which is overhead: move the regions out of hot loops\n")
        }
        if (concurrent) {
            out.append("  (concurrent): runs on other threads or coroutines at the same time as its parent: not part of the parent's ")
            out.append("values, nor subtracted in % SELF\n")
        }
    }

    private fun percentilesToShow(settings: Settings): List<Double> {
        val wanted = (percentilesOf(settings.percentiles).orEmpty() + graph.percentiles).distinct()
        return if (wanted.any { hasAny(it) }) wanted else emptyList()
    }

    private fun hasAny(percentile: Double) = graph.nodes().any { it.inclusive.percentile(percentile) != null }

    private fun cellsOf(line: TableLine<CallGraphNode>): List<String> =
        line.node?.let(::cellsOf) ?: List(headers.size) { if (it == 0) startOf(line.depth) + line.folded else "" }

    private fun cellsOf(node: CallGraphNode): List<String> {
        var cells = ownCellsOf(node)
        if (facts.isNotEmpty()) cells += node.facts?.cells(formats[0]::formatMean) ?: facts.map { "-" }
        for (percentile in percentiles) cells += node.inclusive.percentile(percentile)?.let(formats[0]::format) ?: "-"
        if (!hasCosts) return cells
        return cells + (fixed(100 * node.instrumentationShare, 1) + if (node.hasHighInstrumentation) "!" else " ")
    }

    private fun ownCellsOf(node: CallGraphNode): List<String> {
        val totals = node.inclusive
        val label = labelOf(node)
        val laps = if (totals.hasUnknownLaps) "-" else totals.laps.toString()
        val depth = node.depth.toString()
        val type = graph.type
        val numbers = totals.statistics
        val display = totals.display()
        if (numbers.isEmpty()) {
            return listOf(label, laps, depth, type.label, units, visible(display ?: "-"), "-", "-", "-", "-", "-", "-")
        }
        return listOf(
            label,
            laps,
            depth,
            type.label,
            units,
            joined { formats[it].format(totals.sum(it)) },
            joined { formats[it].formatMean(numbers[it].mean) },
            joined { formats[it].format(numbers[it].min) },
            joined { formats[it].format(numbers[it].max) },
            joined { formats[it].formatSquare(numbers[it].variance) },
            joined { formats[it].formatMean(numbers[it].standardDeviation) },
            joined { if (type.isAdditive(it)) shareOf(node, it) else "-" },
        )
    }

    private fun shareOf(node: CallGraphNode, element: Int): String {
        val share = 100 * node.exclusiveShare(element)
        // Values below zero, as trackers are given, have no parts: what regions inside took can be more than all of it.
        // A little of that comes from rounding, of which nothing is seen in one digit.
        return if (share > -0.05 && share < 100.05) fixed(share.coerceIn(0.0, 100.0), 1) else "-"
    }

    /** The cell of what [show] makes of each number. */
    private inline fun joined(show: (Int) -> String): String = numbersShown.map(show).joinToString(";")

    /** The indentation of a label. Deeper than half of the column, the depth is shown by a number instead of by spaces. */
    private fun startOf(depth: Int, threads: String = ""): String = threads + ">>> " + when {
        depth == 0 -> ""
        2 * depth <= labelLimit / 2 -> "  ".repeat(depth - 1) + "|_"
        else -> "  ".repeat(labelLimit / 4 - 1) + "[$depth]|_"
    }

    private fun labelOf(node: CallGraphNode): String {
        val start = startOf(node.depth, if (graph.threadsApart) "|${node.threads.joinToString(",")}" else "")
        val room = maxOf(MIN_LABEL, labelLimit - start.length)
        if (!node.isConcurrent) return start + shortenTo(visible(node.label), room)
        return start + shortenTo(visible(node.label), maxOf(MIN_LABEL, room - CONCURRENT.length)) + CONCURRENT
    }
}

/** The suffix for the label of a region that ran concurrently with its parent, or the text around it in its place. */
internal const val CONCURRENT: String = " (concurrent)"
private val HEADERS = listOf(
    "LABEL", "COUNT", "DEPTH", "METRIC", "UNITS", "SUM", "MEAN", "MIN", "MAX", "VAR", "STDDEV", "% SELF",
)
private val LEFT_ALIGNED = setOf(0, 3, 4)
private const val SUM = 5

/** What is left out first where there is no room: variance, metric, deviation, depth, smallest, largest, mean. */
private val EXPENDABLE = listOf(9, 3, 10, 2, 7, 8, 6)
private const val SELF = 11
private const val TELLING_FACTS = 2
private const val COMFORTABLE_LABEL = 40
private const val MIN_WIDTH = 6
private const val MIN_LABEL = 12

/** Which numbers of a value a table shows: where a component says so, those that are not 0 everywhere. */
internal fun numbersShown(graph: CallGraph): List<Int> = List(graph.type.elementCount) { it }.filter { i ->
    !graph.type.hidesZeros || graph.nodes().any { node -> node.inclusive.statistics[i].let { it.min != 0.0 || it.max != 0.0 } }
}

/** What number [element] of all laps together is: the sum of the laps', the quotient of two sums, or something else, as a highest mark. */
private fun nameOfTotal(type: ComponentType<*>, element: Int): String = when {
    type.isAdditive(element) -> HEADERS[SUM]
    type is RatioType<*> || type.unitSuffix(element).startsWith("/") || type.quantityOf(element) === Quantity.PERCENTAGE -> "QUOTIENT"
    else -> "VALUE"
}

internal fun padEnd(text: String, width: Int) = text + " ".repeat(maxOf(0, width - displayWidth(text)))

internal fun padStart(text: String, width: Int) = " ".repeat(maxOf(0, width - displayWidth(text))) + text

private fun centred(text: String, width: Int): String = padEnd(" ".repeat(maxOf(0, width - text.length - 1) / 2) + text, width)

/** [text] in lines of at most [width] columns, broken between words; a word that is longer is broken itself. */
private fun wrap(text: String, width: Int): List<String> {
    val lines = ArrayList<String>()
    var line = ""
    if (text.isEmpty()) return listOf("")
    for (word in visible(text).split(' ').flatMap { pieces(it, width) }) {
        if (line.isNotEmpty() && displayWidth(line) + 1 + displayWidth(word) > width) {
            lines.add(line)
            line = ""
        }
        line = if (line.isEmpty()) word else "$line $word"
    }
    return lines + line
}

/** [word] in pieces of at most [width] columns. */
private fun pieces(word: String, width: Int): List<String> {
    if (displayWidth(word) <= width) return listOf(word)
    val pieces = ArrayList<String>()
    var rest = word
    while (rest.isNotEmpty()) {
        // No character is wider than two columns, and none is half of a pair.
        var end = minOf(rest.length, maxOf(2, width / 2))
        if (end < rest.length && rest[end - 1].isHighSurrogate()) end++
        pieces.add(rest.substring(0, end))
        rest = rest.substring(end)
    }
    return pieces
}
