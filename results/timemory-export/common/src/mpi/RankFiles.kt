package timemory.mpi

import timemory.export.data.UnreadableResultsException
import timemory.export.ranks.processes
import timemory.export.wire.WireResults
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * These settings for results whose files begin with [prefix]. What a rank writes because it could not be joined is written in the wire form
 * as well: `timemory merge` takes all such files of a directory as the ranks of one program.
 */
internal fun Settings.forRanks(prefix: String): Settings = with(
    SettingsBuilder().also {
        it.outputPrefix = outputPrefix + prefix
        if (prefix.startsWith(OF_ONE_RANK)) it.outputFormats = if (outputFormats.isEmpty()) "wire" else "$outputFormats,wire"
    },
)

/** What files of one rank's results begin with. */
internal fun prefixOfRank(rank: Int): String = "$OF_ONE_RANK$rank-"

private const val OF_ONE_RANK = "rank-"

/** More groups than these would be held by rank 0 at once. */
private const val MAX_GROUPS = 4096

/**
 * Into how many groups of neighbours [size] ranks join their results, each of which stays apart in files of timemory's layout. [rank] 0
 * reports where they would be too many.
 */
internal fun Settings.rankGroups(rank: Int, size: Int, report: (String) -> Unit): Int {
    val groups = if (!collapseProcesses) size else maxOf(1, minOf(nodeCount, size))
    if (groups <= MAX_GROUPS) return groups
    if (rank == 0) report(
        "the results of $size ranks are joined to one: rank 0 takes $MAX_GROUPS apart at most (TIMEMORY_COLLAPSE_PROCESSES, " +
            "TIMEMORY_NODE_COUNT); TIMEMORY_MPI_JOIN_TIMEOUT=0 has each rank write its own",
    )
    return 1
}

/** Writes by [write] what [groups] of ranks have, under names with [prefix]; what cannot be joined with the others for itself. */
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
            report("the results of rank ${results.processes.first().rank} are not joined with those of others and are written apart: $why")
            apart.add(results)
        } catch (failure: UnreadableResultsException) {
            report("results of a group of ranks are lost: ${failure.message}")
        }
    }
    write(joint, forRanks(prefix))
    for (results in apart) write(results, forRanks(prefixOfRank(results.processes.first().rank)))
}
