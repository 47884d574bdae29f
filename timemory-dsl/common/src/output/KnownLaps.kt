package timemory.output

import timemory.internal.text.visible
import timemory.results.Results

private const val MAX_NAMES = 10_000

/**
 * What is known of laps once [results] have been read, in few words: the open regions, outermost first, and the laps of each label. For a
 * file that tells at least so much where writing the results themselves crashes (`unfinished-<process>.txt`).
 */
internal fun knownLaps(results: Results): String = buildString {
    val graph = results.graphs.firstOrNull() ?: return@buildString
    val path = ArrayList<String>()
    val lapsOf = LinkedHashMap<String, Long>()
    var further = 0L
    for (node in graph.nodes()) {
        path.subList(node.depth, path.size).clear()
        path.add(node.label)
        val isInnermost = node.inclusive.openLaps > 0L && node.children.none { it.inclusive.openLaps > 0L }
        if (isInnermost) appendLine(path.map { visible(it) }.joinToString(" > ", prefix = "open: "))
        val known = lapsOf[node.label]
        if (known != null || lapsOf.size < MAX_NAMES) lapsOf[node.label] = (known ?: 0L) + node.inclusive.laps
        else further += node.inclusive.laps
    }
    for ((label, laps) in lapsOf) appendLine("${visible(label)}: laps $laps")
    if (further > 0L) appendLine("further names: laps $further")
}
