package timemory.export.internal

import timemory.InternalTimemoryApi
import timemory.output.ResultFormat
import timemory.results.Results
import timemory.settings.Settings

/** What the `timemory` command asks before it writes: which files that would be. */
@InternalTimemoryApi
public object ResultFileNames {
    /** The names of the files that [format] has of [results]. */
    @JvmStatic
    public fun of(format: ResultFormat, results: Results, settings: Settings): List<String> =
        format.files(results, settings).map { it.name }
}
