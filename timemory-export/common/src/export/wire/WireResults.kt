package timemory.export.wire

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.export.data.ResultsBuilder
import timemory.export.data.UnreadableResultsException
import timemory.export.data.internal.UnusableData
import timemory.export.data.internal.mostRegions
import timemory.export.ranks.MergedProcess
import timemory.export.ranks.RankStatistics
import timemory.export.wire.internal.BrokenPart
import timemory.export.wire.internal.MOST_RANK
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
 * `docs/formats.md` describes them byte by byte.
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
        require(rank in -1..MOST_RANK) { "rank of a process: $rank is not from 0 to $MOST_RANK" }
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
            val heads = parts.mapIndexed { i, bytes -> guarded(i) { WireHead.read(WireInput(bytes)) } }
            val ranks = ranksOf(heads)
            mergeWire(parts.mapIndexed { i, bytes -> MergePart(bytes, ranks[i]) }, maxNodes)
        }
    }

    private inline fun <T> reading(read: () -> T): T = try {
        read()
    } catch (wrong: BrokenPart) {
        throw UnreadableResultsException("part ${wrong.index} of the results ${wrong.message}", wrong)
    } catch (wrong: UnusableData) {
        throw UnreadableResultsException("the results: ${wrong.message}", wrong)
    } catch (wrong: IllegalArgumentException) {
        throw UnreadableResultsException("the results: ${wrong.message}", wrong)
    }
}
