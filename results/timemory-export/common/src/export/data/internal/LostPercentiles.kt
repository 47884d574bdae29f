package timemory.export.data.internal

/** Said once, where results were added up of which any had percentiles. */
internal const val LOST_PERCENTILES: String =
    "percentiles are left out: those of several results together do not follow from those of each; their histograms are added up"
