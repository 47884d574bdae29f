package timemory.mpi

import timemory.export.data.UnreadableResultsException
import timemory.export.ranks.processes
import timemory.export.wire.WireResults
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * Returns these settings for results whose files start with [prefix]. Results of a rank that could not be joined are also written in the
 * wire form: `timemory merge` treats all such files of a directory as the ranks of one program.
 */
internal fun Settings.forRanks(prefix: String): Settings = with(
    SettingsBuilder().also {
        it.outputPrefix = outputPrefix + prefix
        if (prefix.startsWith(OF_ONE_RANK)) it.outputFormats = if (outputFormats.isEmpty()) "wire" else "$outputFormats,wire"
    },
)

/** Returns the file name prefix for one rank's results. */
internal fun prefixOfRank(rank: Int): String = "$OF_ONE_RANK$rank-"

private const val OF_ONE_RANK = "rank-"

/** Rank 0 would hold more groups than this at once. */
private const val MAX_GROUPS = 4096

/**
 * Returns into how many groups of neighbours [size] ranks join their results, each kept separate in files of timemory's layout. [rank] 0
 * reports if they would be too many.
 */
internal fun Settings.rankGroups(rank: Int, size: Int, report: (String) -> Unit): Int {
    val groups = if (!collapseProcesses) size else maxOf(1, minOf(nodeCount, size))
    if (groups <= MAX_GROUPS) return groups
    if (rank == 0) report(
        "the results of $size ranks are merged into one: rank 0 accepts at most $MAX_GROUPS separate ones (TIMEMORY_COLLAPSE_PROCESSES, " +
            "TIMEMORY_NODE_COUNT); with TIMEMORY_MPI_JOIN_TIMEOUT=0 each rank writes its own",
    )
    return 1
}

/**
 * Writes the results of [groups] of ranks with [write], under names with [prefix]; results that cannot be joined are written separately.
 */
internal fun Settings.writeGroups(
    groups: List<ByteArray>,
    prefix: String,
    report: (String) -> Unit,
    write: (Results, Settings) -> Unit,
) {
    val apart = ArrayList<Results>()
    val joint = WireResults.ofGroups(groups, maxNodes) { group, why ->
        try {
            val results = WireResults.decode(group)
            report("the results of rank ${results.processes.first().rank} are written separately, not merged with others: $why")
            apart.add(results)
        } catch (failure: UnreadableResultsException) {
            report("results of a group of ranks are lost: ${failure.message}")
        }
    }
    write(joint, forRanks(prefix))
    for (results in apart) write(results, forRanks(prefixOfRank(results.processes.first().rank)))
}
