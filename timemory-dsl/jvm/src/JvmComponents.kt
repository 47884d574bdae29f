package timemory

import java.util.ServiceConfigurationError
import java.util.ServiceLoader

internal actual fun platformComponents(): List<ComponentType<*>> = try {
    ServiceLoader.load(ComponentProvider::class.java, ComponentProvider::class.java.classLoader).flatMap { it.components() }
} catch (failure: ServiceConfigurationError) {
    printError("timemory: components of other libraries are missing: ${failure.message}")
    emptyList()
}

private val histograms: HistogramMaker? by lazy {
    ServiceLoader.load(HistogramMaker::class.java, HistogramMaker::class.java.classLoader).firstOrNull()
}

internal actual fun newHistogram(): Histogram = histograms?.make() ?: SparseHistogram()
