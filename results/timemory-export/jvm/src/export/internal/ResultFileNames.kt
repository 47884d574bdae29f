package timemory.export.internal

import timemory.InternalTimemoryApi
import timemory.output.ResultFormat
import timemory.results.Results
import timemory.settings.Settings

/** Lets the `timemory` command find out which files it would write. */
@InternalTimemoryApi
public object ResultFileNames {
    /** Returns the names of the files that [format] writes for [results]. */
    @JvmStatic
    public fun of(format: ResultFormat, results: Results, settings: Settings): List<String> =
        format.files(results, settings).map { it.name }
}
