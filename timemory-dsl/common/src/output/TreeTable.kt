package timemory.output

import timemory.Quantity
import timemory.internal.lean.*
import timemory.internal.text.displayWidth
import timemory.internal.text.shortenLabel
import timemory.internal.text.shortenTo
import timemory.internal.text.visible
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.ReadType
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.percentileName
import timemory.settings.percentilesOf

/**
 * The call graph as one tree with a group of columns for each component, at most [MAX_COLUMNS] wide. Each value has the unit that suits it.
 *
 * If there is no room for all columns, those that can be computed from others go first: self and mean of all components but the first, then
 * of the first. Components that still have no room follow in another tree below.
 */
internal class TreeTable(private val results: Results, private val settings: Settings, private val screen: Screen, mostRows: Int) {
    private val graphs = timeFirst(results.graphs)
    private val rows = ShownRows(RegionTree(graphs), mostRows)
    private val width = minOf(MAX_COLUMNS, screen.columns)
    private val groups = ArrayList<ColumnGroup>()
    private val labelWidth: Int

    /** With the gap before it; 0 if no component says how often regions were called. */
    private val callsWidth: Int

    /** How many regions carry each mark. */
    private val marks = Marks(graphs)

    init {
        for (i in 0 until graphs.size) groups.add(ColumnGroup(graphs[i], i, settings, isFirst = i == 0))
        var label = REGION.length
        var calls = CALLS.length
        var hasCalls = false
        for (line in rows.lines()) {
            label = maxOf(label, displayWidth(startOf(line) + labelOf(line) + suffixOf(line)))
            val row = line.node ?: continue
            val own = callsOf(row)
            hasCalls = hasCalls || own != UNKNOWN
            calls = maxOf(calls, own.length)
            for (group in groups) group.widenFor(row)
        }
        callsWidth = if (hasCalls) GAP + calls else 0
        labelWidth = maxOf(MIN_LABEL, minOf(label, MAX_LABEL))
    }

    fun writeTo(out: Appendable) {
        val room = roomFor(MIN_LABEL)
        var detail = Detail.ALL
        if (widthAt(detail) > room) detail = Detail.FIRST_IN_FULL
        if (widthAt(detail) > room) detail = Detail.TOTALS
        var from = 0
        while (from < groups.size) {
            var until = from + 1
            var used = groups[from].widthAt(detail)
            while (until < groups.size && used + groups[until].widthAt(detail) <= room) used += groups[until++].widthAt(detail)
            if (from > 0) out.append('\n')
            writeTree(out, groups.subList(from, until), detail, maxOf(MIN_LABEL, minOf(labelWidth, width - used - callsWidth)))
            from = until
        }
        writeNotes(out, detail)
    }

    private fun widthAt(detail: Detail) = groups.sumOf { it.widthAt(detail) }

    private fun roomFor(label: Int) = width - minOf(label, labelWidth) - callsWidth

    private fun writeTree(out: Appendable, groups: List<ColumnGroup>, detail: Detail, label: Int) {
        val titles = StringBuilder(" ".repeat(label + callsWidth))
        val heads = StringBuilder(padEnd(REGION, label) + padStart(if (callsWidth > 0) CALLS else "", callsWidth))
        for (group in groups) {
            titles.append(group.title(detail))
            heads.append(group.heads(detail))
        }
        out.append(screen.emphasised(titles.toString().trimEnd())).append('\n')
        out.append(screen.emphasised(heads.toString().trimEnd())).append('\n')
        for (line in rows.lines()) {
            val start = startOf(line)
            val suffix = suffixOf(line)
            val room = maxOf(MIN_TEXT, label - displayWidth(start) - displayWidth(suffix))
            val text = StringBuilder(padEnd(start + shortenLabel(labelOf(line), room) + suffix, label))
            val row = line.node
            if (row != null) {
                text.append(padStart(if (callsWidth > 0) callsOf(row) else "", callsWidth))
                for (group in groups) text.append(group.cells(row, detail))
            }
            out.append(text.toString().trimEnd()).append('\n')
        }
    }

    private fun startOf(line: TableLine<RegionRow>): String = indentation(line.depth, MAX_LABEL)

    private fun labelOf(line: TableLine<RegionRow>): String = line.node?.let { visible(it.label) } ?: line.folded.toString()

    /** What follows the label and is never shortened. */
    private fun suffixOf(line: TableLine<RegionRow>): String {
        val row = line.node ?: return ""
        val threads = if (graphs[0].threadsApart) " [${row.threads.joinToString(", ") { visible(results.threadName(it)) }}]" else ""
        return threads + marks.of(row)
    }

    /** How often the region was called, which samples do not say. */
    private fun callsOf(row: RegionRow): String {
        for (i in 0 until graphs.size) {
            val node = row.nodes[i] ?: continue
            if (node.inclusive.hasUnknownLaps || isSampled(graphs[i])) continue
            return readable(node.inclusive.laps.toDouble(), Quantity.COUNT)
        }
        return UNKNOWN
    }

    private fun writeNotes(out: Appendable, detail: Detail) {
        if (rows.isPart) {
            out.append(if (rows.count == 1) "The region with the largest value is" else "${rows.count} regions with the largest values are")
            out.append(" shown; TIMEMORY_CONSOLE_MAX_ROWS=0 shows all.\n")
        }
        if (detail != Detail.ALL && groups.any { it.hasMoreAt(detail) }) {
            out.append("Some columns had no room; TIMEMORY_CONSOLE=tables shows a table with all columns for each component.\n")
        }
        if (graphs.none { it.type is ReadType }) MetadataExtensions.note?.invoke()?.let { out.append(it).append('\n') }
        marks.writeTo(out)
    }
}

/** The indentation of a label that is [depth] regions deep. Deeper than half of its [room], the depth is a number instead. */
internal fun indentation(depth: Int, room: Int): String =
    if (2 * depth <= room / 2) "  ".repeat(depth) else "  ".repeat(maxOf(0, room / 4 - 2)) + "[$depth] "

/** How much of each component is shown. */
internal enum class Detail { ALL, FIRST_IN_FULL, TOTALS }

private enum class Shown { SAMPLES, TEXT, TOTAL, SELF, MEAN, PERCENTILE, FACT }

/** @property least with how little detail the column is still shown */
private class Column(
    val head: String,
    val shown: Shown,
    val index: Int = 0,
    val least: Detail = Detail.TOTALS,
    val percentile: Double = 0.0,
) {
    var width = head.length
}

/** The columns of one component. */
private class ColumnGroup(
    private val graph: CallGraph,
    private val index: Int,
    private val settings: Settings,
    private val isFirst: Boolean,
) {
    private val columns = ArrayList<Column>()

    init {
        addColumns()
    }

    fun widenFor(row: RegionRow) {
        val node = row.nodes[index] ?: return
        for (column in columns) column.width = maxOf(column.width, displayWidth(cellOf(node, column)))
    }

    /** Whether columns are hidden at [detail]. */
    fun hasMoreAt(detail: Detail) = shown(detail).size < columns.size

    fun widthAt(detail: Detail): Int = maxOf(shown(detail).sumOf { it.width + GAP }, minOf(MAX_TITLE, graph.type.id.length) + GAP)

    fun title(detail: Detail): String = padStart(shortenTo(visible(graph.type.id), widthAt(detail) - GAP), widthAt(detail))

    fun heads(detail: Detail): String = inGroup(detail) { it.head }

    fun cells(row: RegionRow, detail: Detail): String = inGroup(detail) { column -> row.nodes[index]?.let { cellOf(it, column) } ?: "" }

    private inline fun inGroup(detail: Detail, show: (Column) -> String): String {
        val text = StringBuilder()
        for (column in shown(detail)) text.append(" ".repeat(GAP)).append(padStart(show(column), column.width))
        return padStart(text.toString(), widthAt(detail))
    }

    private fun shown(detail: Detail) = columns.filter { it.least >= detail }

    private fun addColumns() {
        val type = graph.type
        val optional = if (isFirst) Detail.FIRST_IN_FULL else Detail.ALL
        if (isSampled(graph) && graph.nodes().any { !it.inclusive.hasUnknownLaps }) {
            columns.add(Column("samples", Shown.SAMPLES, 0, optional))
        }
        if (type.elementCount == 0) columns.add(Column("value", Shown.TEXT))
        for (i in numbersShown(graph)) {
            val name = if (type.elementCount > 1) type.elements[i] else ""
            columns.add(Column(name.ifEmpty { if (type.isAdditive(i)) "total" else "value" }, Shown.TOTAL, i))
            if (name.isNotEmpty() || !type.isAdditive(i)) continue
            columns.add(Column("self", Shown.SELF, i, optional))
            if (isFirst && hasMeans(i)) columns.add(Column("mean", Shown.MEAN, i, optional))
        }
        for (percentile in percentiles()) {
            columns.add(Column("p" + percentileName(percentile), Shown.PERCENTILE, 0, optional, percentile))
        }
        val titles = graph.nodes().firstOrNull { it.facts != null }?.facts?.titles.orEmpty()
        for (i in 0 until titles.size) {
            val least = if (isFirst && i >= titles.size - TELLING_FACTS) Detail.TOTALS else Detail.ALL
            columns.add(Column(titles[i].lowercase(), Shown.FACT, i, least))
        }
    }

    private fun cellOf(node: CallGraphNode, column: Column): String {
        val i = column.index
        return when (column.shown) {
            Shown.SAMPLES -> readable(node.inclusive.laps.toDouble(), Quantity.COUNT)
            Shown.TEXT -> visible(node.inclusive.display() ?: UNKNOWN)
            Shown.TOTAL -> valueOf(node.inclusive.sum(i), i)
            Shown.SELF -> valueOf(node.exclusive(i), i)
            Shown.MEAN -> valueOf(node.inclusive.statistics[i].mean, i)
            Shown.PERCENTILE -> node.inclusive.percentile(column.percentile)?.let { valueOf(it, 0) } ?: UNKNOWN
            Shown.FACT -> node.facts?.cells { valueOf(it, 0) }?.get(i) ?: UNKNOWN
        }
    }

    /** All samples of a component stand for the same, so their mean says nothing. */
    private fun hasMeans(element: Int) = !isSampled(graph) && graph.nodes().any { it.inclusive.statistics[element].mean.isFinite() }

    private fun percentiles(): List<Double> =
        (percentilesOf(settings.percentiles).orEmpty() + graph.percentiles).distinct().filter { percentile ->
            graph.nodes().any { it.inclusive.percentile(percentile) != null }
        }

    private fun valueOf(raw: Double, element: Int): String {
        val quantity = graph.type.quantityOf(element)
        val suffix = graph.type.unitSuffix(element)
        val symbol = when {
            quantity === Quantity.TIME -> settings.timingUnits
            quantity === Quantity.MEMORY -> settings.memoryUnits
            else -> ""
        }
        if (symbol.isEmpty() || !raw.isFinite()) return readable(raw, quantity, suffix)
        val format = numberFormatFor(graph, settings, element)
        val number = format.formatMean(raw)
        val isLost = raw != 0.0 && number.none { it in '1'..'9' }
        return (if (isLost) "<" + number.dropLast(1) + "1" else number) + " " + format.unit.symbol + suffix
    }
}

/** Remarks on single regions: a sign after the label, explained once below the tree. */
private class Marks(private val graphs: List<CallGraph>) {
    fun of(row: RegionRow): String {
        val concurrent = if (row.isConcurrent) " &" else ""
        return concurrent + if (row.nodes.any { it?.hasHighInstrumentation == true }) " !" else ""
    }

    fun writeTo(out: Appendable) {
        var concurrent = false
        var costly = false
        var open = 0L
        var missing = 0
        for (graph in graphs) {
            var openHere = 0L
            var missingHere = 0
            for (node in graph.nodes()) {
                concurrent = concurrent || node.isConcurrent
                costly = costly || node.hasHighInstrumentation
                openHere += node.inclusive.openLaps
                if (node.hasMissingLaps) missingHere++
            }
            open = maxOf(open, openHere)
            missing = maxOf(missing, missingHere)
        }
        if (concurrent) out.append("& ran concurrently with the region above it, so its values are not subtracted there.\n")
        if (costly) out.append("! more than 10 % of its time is measurement overhead: measure less often there.\n")
        if (open == 1L) out.append("One call had not ended; its values up to then are included.\n")
        if (open > 1L) out.append("$open calls had not ended; their values up to then are included.\n")
        if (missing > 0) {
            out.append(if (missing == 1) "One region lacks" else "$missing regions lack")
            out.append(" calls that had not ended, because a component cannot be read before the end of a call.\n")
        }
    }
}

/** [graphs] with the first one that adds up times in front: the tree follows it. */
private fun timeFirst(graphs: List<CallGraph>): List<CallGraph> {
    val first = graphs.firstOrNull { it.type.elementCount > 0 && it.type.isAdditive(0) && it.type.quantityOf(0) === Quantity.TIME }
    return if (first == null) graphs else listOf(first) + graphs.filter { it !== first }
}

/** Whether the laps of [graph] are samples: `cpu_samples`, or those of another profiler that were read from a file. */
private fun isSampled(graph: CallGraph) = graph.type.id.endsWith("samples")

internal const val MAX_COLUMNS: Int = 100
private const val UNKNOWN = "-"

/** The last facts are the most informative. */
private const val TELLING_FACTS = 2
private const val REGION = "region"
private const val CALLS = "calls"
private const val GAP = 2
private const val MAX_LABEL = 56
private const val MIN_LABEL = 28
private const val MIN_TEXT = 12
private const val MAX_TITLE = 18
