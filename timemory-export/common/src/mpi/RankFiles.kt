package timemory.mpi

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

private const val OF_ONE_RANK = "rank-"
