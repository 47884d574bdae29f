package timemory

internal actual fun newHistogram(): Histogram = SparseHistogram()
