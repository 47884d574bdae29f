package timemory.statistics

import timemory.internal.platform.servicesOf

private val histograms: HistogramMaker? by lazy { servicesOf(HistogramMaker::class.java).firstOrNull() }

internal actual fun newHistogram(): Histogram = histograms?.make() ?: SparseHistogram()
