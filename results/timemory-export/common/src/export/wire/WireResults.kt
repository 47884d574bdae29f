package timemory.export.wire

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.export.data.ResultsBuilder
import timemory.export.data.UnreadableResultsException
import timemory.export.data.internal.UnusableData
import timemory.export.data.internal.mostRegions
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
 * Results as bytes that are merged without being made into objects: what a file `results.tmy` holds. By such bytes many processes become
 * one: each encodes its own, they are merged two by two or many at once, in any grouping, and the outcome has for each node how the
 * processes differ ([RankStatistics]).
 *
 * `docs/dev/formats.md` describes them byte by byte.
 *
 * ### Thread-safety
 * All functions can be called by any thread.
 */
public object WireResults {
    /**
     * [results] as bytes. What GPUs did when is not in them.
     *
     * @param rank of the process that they are of, where they are of one; -1 for the one that its launcher gave it, if any
     */
    @JvmStatic
    @JvmOverloads
    public fun encode(results: Results, rank: Int = -1): ByteArray {
        require(rank in -1..MAX_RANK) { "rank of a process: $rank is not from 0 to $MAX_RANK" }
        return encodeWire(results, rank = rank)
    }

    /**
     * The results that [bytes] are of.
     *
     * @throws UnreadableResultsException with the place and what is wrong there
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun decode(bytes: ByteArray): Results = reading {
        ResultsBuilder(mostRegions()).also { decodeWire(bytes, it) }.build()
    }

    /** The processes that [bytes] are of, by rank. */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun processes(bytes: ByteArray): List<MergedProcess> = reading { WireHead.read(WireInput(bytes)).processes }

    /**
     * What all [parts] are together: equal paths are joined, and numbers added in the order of the parts.
     *
     * Ranks are kept where each is of one process alone. A process that has none yet gets its place among the parts; where that is taken,
     * as the ranks of a part are that another one before has as well, it gets ranks above the highest.
     *
     * @param maxNodes how many nodes a component may have: the deepest and smallest of more are folded into nodes `(others)`
     * @throws UnreadableResultsException with the place and what is wrong there
     */
    @JvmStatic
    @JvmOverloads
    @Throws(UnreadableResultsException::class)
    public fun merge(parts: List<ByteArray>, maxNodes: Int = Settings.DEFAULT.maxNodes): ByteArray {
        require(parts.isNotEmpty()) { "there are no results to be merged" }
        require(maxNodes > 0) { "number of nodes: $maxNodes < 1" }
        return reading {
            mergeWire(partsOf(parts), maxNodes)
        }
    }

    /** With their ranks. Those of one process each are [kept][MergePart.isKept] if that is wanted. */
    private fun partsOf(parts: List<ByteArray>, areKept: Boolean = false): List<MergePart> {
        val heads = parts.mapIndexed { i, bytes -> guarded(i) { WireHead.read(WireInput(bytes)) } }
        val ranks = ranksOf(heads)
        val areSingle = heads.all { it.processCount == 1 }
        return parts.mapIndexed { i, bytes -> MergePart(bytes, ranks[i], areKept && areSingle) }
    }

    /**
     * The results of an MPI program: what [groups] of its ranks are together, and each of them for itself. What each rank had is kept where
     * each is a group.
     *
     * @param notJoined gets what cannot be joined with what is before it, and why
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
        return ResultsBuilder(mostRegions()).build()
    }

    private fun ofJoined(groups: List<ByteArray>, maxNodes: Int): Results {
        val builder = ResultsBuilder(mostRegions())
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
