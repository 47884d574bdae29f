package timemory.statistics

/** An empty histogram, of the best kind that there is. */
internal expect fun newHistogram(): Histogram
