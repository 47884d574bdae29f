package timemory.statistics

import java.util.ServiceLoader

private val histograms: HistogramMaker? by lazy {
    ServiceLoader.load(HistogramMaker::class.java, HistogramMaker::class.java.classLoader).firstOrNull()
}

internal actual fun newHistogram(): Histogram = histograms?.make() ?: SparseHistogram()
