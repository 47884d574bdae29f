package timemory.export.wire.internal

import timemory.export.data.internal.ByteSource
import timemory.export.wire.internal.WireFiles.OWN_RANKS

/**
 * Results to merge, from one or more processes.
 *
 * @property rank of the process, if it is a single one; otherwise an offset for the ranks in the results; [OWN_RANKS] to keep those ranks
 * @property isKept whether the values of the process are kept for each node
 * @property withMedians whether enough is kept to compute the median over all processes
 */
internal class MergePart(val input: WireInput, val rank: Int, val isKept: Boolean = false, val withMedians: Boolean = false) {
    constructor(bytes: ByteArray, rank: Int, isKept: Boolean = false, withMedians: Boolean = false) :
        this(WireInput(bytes), rank, isKept, withMedians)

    constructor(source: ByteSource, rank: Int, isKept: Boolean = false) : this(WireInput(source), rank, isKept)
}

/** Thrown if the part [index] cannot be read to its end, so that none of it may be used. */
internal class BrokenPart(val index: Int, cause: Exception) : Exception(cause.message, cause)

/** Runs [action] on the part [index], and wraps its exceptions in [BrokenPart]. */
internal inline fun <T> guarded(index: Int, action: () -> T): T = try {
    action()
} catch (failure: Exception) {
    throw BrokenPart(index, failure)
}

/**
 * Merges wire-form results in one pass over all of them. Apart from the output, only the labels of all parts and one node of each are held
 * in memory.
 *
 * All streams have the same order, so the node to write next is among their current nodes: the first by key among the deepest ones. (A
 * stream that is deeper than the others is inside the node that was written last, which has to be finished first; and all that are equally
 * deep are inside the same one.) Numbers are added in the order of the parts.
 *
 * @throws BrokenPart if one of [parts] is invalid
 */
internal class WireMerging(private val parts: List<MergePart>) {
    private val streams = parts.mapIndexed { i, part -> guarded(i) { WireStream(part.input) } }
    private val places = streams.map { IntArray(it.head.labels.size) }
    private val head: WireHead
    private val key = NodeKey()

    /** The number of nodes of the largest component. */
    var largest: Int = 0
        private set

    init {
        val labels = LabelTable.merged(streams.map { it.head.labels }, places)
        head = mergedHead(labels)
    }

    private fun mergedHead(labels: LabelTable): WireHead {
        val components = HashMap<String, WireComponent>()
        for ((i, stream) in streams.withIndex()) guarded(i) {
            for (one in stream.head.components) components[one.id] = components[one.id]?.plus(one) ?: one
        }
        return WireHead.merged(streams.mapIndexed { i, stream -> guarded(i) { ranked(stream.head, parts[i].rank) } }, labels)
    }

    private fun ranked(head: WireHead, rank: Int): WireHead {
        if (rank == OWN_RANKS) return head
        val processes = head.processes.map { it.withRank(if (head.processCount == 1) rank else higher(it.rank, rank)) }
        return WireHead(head.processCount, processes, head.threadCount, head.problems, head.metadata, head.components, head.labels)
    }

    fun write(out: WireOutput) {
        head.write(out)
        val writer = NodeWriter(out, head.processCount > 1)
        for (component in head.components) {
            val all = streams.indices.filter { streams[it].component?.id == component.id }.toIntArray()
            for (i in all) {
                guarded(i) {
                    streams[i].begin()
                    take(i)
                }
            }
            val merged = WireNode(component.isAdditive)
            while (next(all, merged)) writer.write(merged)
            largest = maxOf(largest, writer.count)
            writer.endComponent()
        }
        for (i in streams.indices) guarded(i) { streams[i].finish() }
        out.finish()
    }

    /** Adds the current node of stream [i] to the merged results. */
    private fun take(i: Int) {
        val node = streams[i].node
        if (node.depth < 0) return
        node.key.label = places[i][node.key.label]
        if (head.processCount == 1) return
        val rank = parts[i].rank
        if (streams[i].head.processCount == 1) {
            node.becomeRank(if (rank == OWN_RANKS) streams[i].head.ownRank else rank, parts[i].isKept, parts[i].withMedians)
        } else if (rank != OWN_RANKS) {
            node.shiftRanks(rank)
        }
    }

    private fun next(all: IntArray, merged: WireNode): Boolean {
        var deepest = -1
        var first = -1
        for (i in all) {
            val node = streams[i].node
            if (node.depth < 0 || node.depth < deepest) continue
            if (node.depth > deepest || node.key.compareTo(streams[first].node.key) < 0) {
                deepest = node.depth
                first = i
            }
        }
        if (first < 0) return false
        key.copyFrom(streams[first].node.key)
        for (i in all) {
            val node = streams[i].node
            if (node.depth != deepest || i < first || node.key.compareTo(key) != 0) continue
            if (i == first) merged.copyFrom(node) else merged.add(node)
            guarded(i) {
                streams[i].advance()
                take(i)
            }
        }
        return true
    }
}

/**
 * Returns the merged [parts] in the wire form. Components with more than [maxNodes] nodes are folded.
 *
 * @throws BrokenPart if one of [parts] is invalid
 */
internal fun mergeWire(parts: List<MergePart>, maxNodes: Int): ByteArray {
    val out = WireOutput()
    val merging = WireMerging(parts)
    merging.write(out)
    val merged = out.toByteArray()
    return if (merging.largest > maxNodes) WireFolding(merged, maxNodes).fold() else merged
}
