package timemory.export.wire

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.export.data.ResultsBuilder
import timemory.export.data.UnreadableResultsException
import timemory.export.data.internal.UnusableData
import timemory.export.data.internal.maxRegions
import timemory.export.ranks.MergedProcess
import timemory.export.ranks.RankStatistics
import timemory.export.ranks.ResultsFacts
import timemory.export.wire.internal.BrokenPart
import timemory.export.wire.internal.MAX_RANK
import timemory.export.wire.internal.MergePart
import timemory.export.wire.internal.WireHead
import timemory.export.wire.internal.WireInput
import timemory.export.wire.internal.decodeWire
import timemory.export.wire.internal.encodeWire
import timemory.export.wire.internal.guarded
import timemory.export.wire.internal.mergeWire
import timemory.export.wire.internal.ranksOf
import timemory.results.Results
import timemory.settings.Settings

/**
 * Results in a binary form that can be merged without decoding: the content of a `results.tmy` file. This is how the results of many
 * processes are merged: each process encodes its own, they are merged in pairs or many at once, in any grouping, and the outcome shows for
 * each node how the processes differ ([RankStatistics]).
 *
 * `docs/dev/formats.md` documents the bytes.
 *
 * ### Thread-safety
 * Thread-safe.
 */
public object WireResults {
    /**
     * Returns [results] in the wire form, without GPU timelines.
     *
     * @param rank of the process, if they are of one; -1 for its rank from the launcher, if any
     */
    @JvmStatic
    @JvmOverloads
    public fun encode(results: Results, rank: Int = -1): ByteArray {
        require(rank in -1..MAX_RANK) { "rank of a process: $rank is not from 0 to $MAX_RANK" }
        return encodeWire(results, rank = rank)
    }

    /**
     * Returns the results in [bytes].
     *
     * @throws UnreadableResultsException with the position and the error
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun decode(bytes: ByteArray): Results = reading {
        ResultsBuilder(maxRegions()).also { decodeWire(bytes, it) }.build()
    }

    /** Returns the processes in [bytes], by rank. */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun processes(bytes: ByteArray): List<MergedProcess> = reading { WireHead.read(WireInput(bytes)).processes }

    /**
     * Returns the merged [parts]: equal paths are joined, and numbers are added in the order of the parts.
     *
     * Parts of a single process keep their ranks. A process without a rank gets its index among the parts. If a rank is already taken by an
     * earlier part, the later ones get ranks above the highest.
     *
     * @param maxNodes the maximum number of nodes of a component: beyond it, the deepest and smallest are folded into nodes `(others)`
     * @throws UnreadableResultsException with the position and the error
     */
    @JvmStatic
    @JvmOverloads
    @Throws(UnreadableResultsException::class)
    public fun merge(parts: List<ByteArray>, maxNodes: Int = Settings.DEFAULT.maxNodes): ByteArray {
        require(parts.isNotEmpty()) { "there are no results to merge" }
        require(maxNodes > 0) { "number of nodes: $maxNodes < 1" }
        return reading {
            mergeWire(partsOf(parts), maxNodes)
        }
    }

    /** Assigns ranks to the parts. Values of single processes are [kept][MergePart.isKept] if [areKept]. */
    private fun partsOf(parts: List<ByteArray>, areKept: Boolean = false): List<MergePart> {
        val heads = parts.mapIndexed { i, bytes -> guarded(i) { WireHead.read(WireInput(bytes)) } }
        val ranks = ranksOf(heads)
        val areSingle = heads.all { it.processCount == 1 }
        return parts.mapIndexed { i, bytes -> MergePart(bytes, ranks[i], areKept && areSingle) }
    }

    /**
     * Returns the results of an MPI program: all [groups] of its ranks together, and each separately. The values of each rank are kept if
     * each group is one rank.
     *
     * @param notJoined receives results that cannot be joined with the ones before, and the reason
     */
    internal fun ofGroups(groups: List<ByteArray>, maxNodes: Int, notJoined: (ByteArray, String) -> Unit): Results {
        val joined = ArrayList(groups)
        while (joined.isNotEmpty()) {
            try {
                return ofJoined(joined, maxNodes)
            } catch (failure: BrokenPart) {
                notJoined(joined.removeAt(failure.index), failure.message.orEmpty())
            }
        }
        return ResultsBuilder(maxRegions()).build()
    }

    private fun ofJoined(groups: List<ByteArray>, maxNodes: Int): Results {
        val builder = ResultsBuilder(maxRegions())
        val head = decodeWire(mergeWire(partsOf(groups, areKept = groups.size > 1), maxNodes), builder)
        builder.attachments = ResultsFacts(head.processes, head.processCount, if (groups.size == 1) emptyList() else groups.map(::decode))
        return builder.build()
    }

    private inline fun <T> reading(read: () -> T): T = try {
        read()
    } catch (failure: BrokenPart) {
        throw UnreadableResultsException("part ${failure.index} of the results ${failure.message}", failure)
    } catch (failure: UnusableData) {
        throw UnreadableResultsException("the results: ${failure.message}", failure)
    } catch (failure: IllegalArgumentException) {
        throw UnreadableResultsException("the results: ${failure.message}", failure)
    }
}
