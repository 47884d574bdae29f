package timemory.export.wire.internal

import timemory.export.data.internal.ByteSource
import timemory.export.wire.internal.WireFiles.OWN_RANKS

/**
 * Results of one or more processes to be merged.
 *
 * @property rank of the process, where it is one; otherwise what is added to the ranks that the results have; [OWN_RANKS] for the ranks
 * that they have
 * @property isKept whether the values of the process are kept, for each node
 * @property withMedians whether enough of them is, to tell the median of all processes
 */
internal class MergePart(val input: WireInput, val rank: Int, val isKept: Boolean = false, val withMedians: Boolean = false) {
    constructor(bytes: ByteArray, rank: Int, isKept: Boolean = false, withMedians: Boolean = false) :
        this(WireInput(bytes), rank, isKept, withMedians)

    constructor(source: ByteSource, rank: Int, isKept: Boolean = false) : this(WireInput(source), rank, isKept)
}

/** The part [index] cannot be read to its end: nothing of it may count. */
internal class BrokenPart(val index: Int, cause: Exception) : Exception(cause.message, cause)

/** What [action] comes to, which does something with the part [index]. */
internal inline fun <T> guarded(index: Int, action: () -> T): T = try {
    action()
} catch (failure: Exception) {
    throw BrokenPart(index, failure)
}

/**
 * Merges results in the wire form, in one pass over all of them. What is held in memory is the labels of all and one node of each, besides
 * what is written.
 *
 * All streams are sorted alike, so the node that is written next is among the nodes at which they stand: of the deepest of these the first
 * by its key, in whichever streams it is. (A stream that stands deeper than the others is inside the node that was written last, which has
 * to be finished first; and all that stand equally deep are inside the same one.) Numbers are added in the order of the parts.
 *
 * @throws BrokenPart where one of [parts] is not what it should be
 */
internal class WireMerging(private val parts: List<MergePart>) {
    private val streams = parts.mapIndexed { i, part -> guarded(i) { WireStream(part.input) } }
    private val places = streams.map { IntArray(it.head.labels.size) }
    private val head: WireHead
    private val key = NodeKey()

    /** How many nodes the largest component has. */
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

    /** Makes the node at which stream [i] stands one of the merged results. */
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
 * [parts] as one, in the wire form. Components with more than [maxNodes] nodes are folded.
 *
 * @throws BrokenPart where one of [parts] is not what it should be
 */
internal fun mergeWire(parts: List<MergePart>, maxNodes: Int): ByteArray {
    val out = WireOutput()
    val merging = WireMerging(parts)
    merging.write(out)
    val merged = out.toByteArray()
    return if (merging.largest > maxNodes) WireFolding(merged, maxNodes).fold() else merged
}
