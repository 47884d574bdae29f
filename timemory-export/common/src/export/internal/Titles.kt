package timemory.export.internal

import timemory.results.Results

/** What [results] are of, for titles. */
internal fun titleOf(results: Results): String =
    if (results.processCount > 1) "${results.processCount} processes" else "process ${results.processId}"
