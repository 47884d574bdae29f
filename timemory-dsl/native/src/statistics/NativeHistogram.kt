package timemory.statistics

internal actual fun newHistogram(): Histogram = SparseHistogram()
