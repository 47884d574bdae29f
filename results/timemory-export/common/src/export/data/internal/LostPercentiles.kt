package timemory.export.data.internal

/** Reported once if results with percentiles were added up. */
internal const val LOST_PERCENTILES: String =
    "percentiles are omitted: they cannot be combined from several results; the histograms are added up"
