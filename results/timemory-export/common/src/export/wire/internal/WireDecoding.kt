package timemory.export.wire.internal

import timemory.export.data.RegionRecorder
import timemory.export.data.ResultsBuilder
import timemory.export.data.internal.ByteSource
import timemory.export.data.internal.LOST_PERCENTILES
import timemory.export.data.internal.UnusableData
import timemory.export.ranks.KeptValues
import timemory.export.ranks.RankStatistics
import timemory.export.ranks.ResultsFacts
import timemory.internal.text.printable
import timemory.results.CallGraphNode
import timemory.results.ReadValue

/** Adds the wire-form results from [source] to [results], which must not have any of its components yet. */
internal fun decodeWire(
    source: ByteSource,
    results: ResultsBuilder,
): WireHead = WireDecoding(WireStream(WireInput(source)), results).decode()

internal fun decodeWire(bytes: ByteArray, results: ResultsBuilder): WireHead = WireDecoding(WireStream(WireInput(bytes)), results).decode()

private class WireDecoding(private val stream: WireStream, private val results: ResultsBuilder) {
    private val head = stream.head
    private val labels = arrayOfNulls<String>(head.labels.size)
    private var hasLostPercentiles = false

    fun decode(): WireHead {
        results.processCount = head.processCount
        results.threadCount = head.threadCount
        head.problems.forEach(results::problem)
        results.metadata = head.metadata
        if (head.processes.isNotEmpty()) results.attachments = ResultsFacts(head.processes)
        if (head.processCount == 1) results.processId = head.processes.singleOrNull()?.processId ?: 0L
        // In display order; nodes have their own.
        for (component in head.components.sortedBy { it.order }) results.graph(component.metric())
        for (component in head.components) decode(component)
        if (hasLostPercentiles && head.processCount > 1 && LOST_PERCENTILES !in head.problems) results.problem(LOST_PERCENTILES)
        stream.finish()
        return head
    }

    private fun decode(component: WireComponent) {
        val graph = results.graph(component.metric())
        if (graph.hasNodes) throw UnusableData("has component ${printable(component.id)}, which another file has as well")
        graph.threadsApart = component.data.threadsApart
        val recorder = RegionRecorder(graph, component.count)
        if (component.folded > 0L) {
            results.problem("${component.folded} regions of component ${component.id} are folded into '$OTHERS': there were too many")
        }
        stream.begin()
        val node = stream.node
        while (node.depth >= 0) {
            val label = labelOf(node.key.label)
            val isAlone = node.key.isUsual
            restore(recorder.place(label, node.depth, isOneLap = !isAlone), node)
            stream.advance()
        }
    }

    private fun labelOf(place: Int): String = labels[place] ?: head.labels[place].also { labels[place] = it }

    private fun restore(to: CallGraphNode, from: WireNode) {
        to.order = from.order.toLong()
        for (i in 0 until from.threads.size) to.addThread(from.threads[i])
        to.place = from.place
        to.instrumentation = from.instrumentation
        to.isConcurrent = from.isConcurrent
        to.hasMissingLaps = from.hasMissingLaps
        to.start = from.start
        if (from.hasValues) restoreValues(to, from)
        if (from.hasSelf) to.restoreExclusive(from.self.copyOf(), from.selfExact)
        if (from.hasValues && from.rankCount > 0 && head.processCount > 1) to.facts = RankStatistics(
            head.processCount, from.rankCount, from.spreads(head.processCount), from.selfSpreads(head.processCount), keptIn(from),
        )
    }

    private fun keptIn(from: WireNode): KeptValues? = if (from.kept.size == 0) null else from.kept.copy()

    private fun restoreValues(to: CallGraphNode, from: WireNode) {
        val totals = to.inclusive
        val text = if (from.texts.isEmpty()) null else from.texts.joinToString("; ", postfix = if (from.hasMoreTexts) "; ..." else "")
        val last: Any? = when (from.lastKind) {
            WireNode.LastKind.NONE -> null
            WireNode.LastKind.WHOLE -> from.lastWhole
            WireNode.LastKind.REAL -> if (from.isObject || from.count != 1) ReadValue(from.last.copyOf(), from.lastText) else from.last[0]
        }
        val value = if (from.isObject || from.count != 1) ReadValue(from.value.copyOf(), text) else null
        val laps = if (from.hasUnknownLaps) null else from.laps
        totals.restore(laps, from.openLaps, from.exact, from.isTooLarge, value, last, from.unendedSum)
        for ((i, one) in totals.statistics.withIndex()) {
            one.restore(from.counts[i], from.sum[i], from.min[i], from.max[i], from.squares[i], from.hasUnknownLaps)
        }
        val distribution = from.distribution ?: return
        distribution.percentiles.forEach { (percentile, number) -> totals.notePercentile(percentile, number) }
        if (distribution.histogram.isNotEmpty()) totals.noteHistogram(distribution.histogram)
        // A program that records histograms has asked for percentiles.
        if (distribution.percentiles.isEmpty()) hasLostPercentiles = true
    }
}
