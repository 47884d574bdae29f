package timemory.export.data.internal

/** Reported once if results with percentiles were added up. */
internal const val LOST_PERCENTILES: String =
    "percentiles are left out: those of several results together do not follow from those of each; their histograms are added up"
