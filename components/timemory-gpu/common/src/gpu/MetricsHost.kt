package timemory.gpu

import timemory.Quantity
import timemory.internal.platform.Ffi
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText
import timemory.internal.source.reasonWithout
import timemory.internal.text.shorten

/**
 * What CUPTI knows about the metrics of one kind of GPU without accessing the device: their names, how many passes they take, and how to
 * compute values from counts. It works by chip name (`GH100`); with [availability], a GPU's counter availability image, it schedules for
 * that very GPU.
 *
 * ### Thread-safety
 * To be used by one thread at a time, and closed by its creator.
 *
 * Source: `cupti_profiler_host.h` of CUDA 13.0.
 */
internal class MetricsHost(private val chip: String, availability: ForeignBlock?) : AutoCloseable {
    private val handle: Long = Ffi.withText(chip) { name ->
        cupti("cuptiProfilerHostInitialize", 48L, "query the metrics of chip $chip", {
            Ffi.putInt(it + 16L, RANGE_PROFILER)
            Ffi.putLong(it + 24L, name)
            Ffi.putLong(it + 32L, availability?.address ?: 0L)
        }) { Ffi.longAt(it + 40L) }
    }

    /** Returns the base names of all counters (0), ratios (1) or throughputs (2), without endings such as `.sum` and `.pct`. */
    fun baseMetrics(kind: Int): List<String> = cupti("cuptiProfilerHostGetBaseMetrics", 48L, "list the metrics of chip $chip", {
        Ffi.putLong(it + 16L, handle)
        Ffi.putInt(it + 24L, kind)
    }) { struct ->
        val names = Ffi.longAt(struct + 32L)
        val all = List(Ffi.longAt(struct + 40L).toInt()) { Ffi.textAt(Ffi.longAt(names + 8L * it)) }
        all.filter { '.' !in it } // names with a dot are parts of others, for NVIDIA's tools
    }

    fun baseMetrics(): List<String> = (COUNTER..THROUGHPUT).flatMap(::baseMetrics)

    /** Returns metric [name]; `null` if it does not exist. */
    fun described(name: String): GpuMetric? = Ffi.withText(name) { text ->
        Ffi.withMemory(64L) { struct ->
            Ffi.putLong(struct, 60L)
            Ffi.putLong(struct + 16L, handle)
            Ffi.putLong(struct + 24L, text)
            val status = CuptiLibrary.function("cuptiProfilerHostGetMetricProperties").call(struct)
            if (status.toInt() == CuptiLibrary.INVALID_METRIC_NAME) return null
            CuptiLibrary.check(status, "describe metric '${shorten(name)}'")
            GpuMetric(
                name, Ffi.textAt(Ffi.longAt(struct + 32L)), Ffi.textAt(Ffi.longAt(struct + 48L)),
                Ffi.intAt(struct + 56L) == COUNTER,
            )
        }
    }

    /** Returns the configuration with which a GPU counts the metrics [names]. May be called only once for each host. */
    fun configure(names: ForeignTexts): ForeignBlock {
        cupti("cuptiProfilerHostConfigAddMetrics", 40L, "count ${names.texts.joinToString()} on chip $chip") {
            Ffi.putLong(it + 16L, handle)
            Ffi.putLong(it + 24L, names.address)
            Ffi.putLong(it + 32L, names.size)
        }
        val bytes = cupti(
            "cuptiProfilerHostGetConfigImageSize", 32L, "query the size of its configuration",
            { Ffi.putLong(it + 16L, handle) },
        ) {
            Ffi.longAt(it + 24L)
        }
        val image = ForeignBlock(bytes)
        try {
            cupti("cuptiProfilerHostGetConfigImage", 40L, "create its configuration") {
                Ffi.putLong(it + 16L, handle)
                Ffi.putLong(it + 24L, bytes)
                Ffi.putLong(it + 32L, image.address)
            }
        } catch (failure: Throwable) {
            image.close()
            throw failure
        }
        return image
    }

    /** Returns the values of metrics [names] in range [range] of [image], in their order. */
    fun values(image: ForeignBlock, range: Long, names: ForeignTexts): DoubleArray = Ffi.withMemory(8L * names.size) { values ->
        cupti("cuptiProfilerHostEvaluateToGpuValues", 72L, "evaluate metrics") {
            Ffi.putLong(it + 16L, handle)
            Ffi.putLong(it + 24L, image.address)
            Ffi.putLong(it + 32L, image.bytes)
            Ffi.putLong(it + 40L, range)
            Ffi.putLong(it + 48L, names.address)
            Ffi.putLong(it + 56L, names.size)
            Ffi.putLong(it + 64L, values)
        }
        DoubleArray(names.texts.size) { Double.fromBits(Ffi.longAt(values + 8L * it)) }
    }

    override fun close() {
        // If CUPTI fails, it only keeps the memory.
        reasonWithout {
            cupti("cuptiProfilerHostDeinitialize", 24L, "release the metrics of a chip") { Ffi.putLong(it + 16L, handle) }; 0L
        }
    }

    companion object {
        private const val RANGE_PROFILER = 0
        private const val COUNTER = 0
        private const val THROUGHPUT = 2

        /** Returns how many passes the GPU needs to count everything in [configuration]. */
        fun passesOf(configuration: ForeignBlock): Long = cupti(
            "cuptiProfilerHostGetNumOfPasses", 40L,
            "query how many passes its configuration needs", {
                Ffi.putLong(it + 16L, configuration.bytes)
                Ffi.putLong(it + 24L, configuration.address)
            },
        ) { Ffi.longAt(it + 32L) }
    }
}

/**
 * A GPU metric with its ending: `dram__bytes.sum`.
 *
 * @property description CUPTI's description
 * @property unit CUPTI's name for its dimension: `byte`, `instruction`, `nanosecond`
 * @property isCounter whether it comes from one counter, and therefore has a sum
 */
internal class GpuMetric(val name: String, val description: String, private val unit: String, val isCounter: Boolean) {
    /** Whether the metric of two parts of the work is their sum. */
    val isSum: Boolean get() = ending == "sum"

    private val ending: String get() = name.substringAfter('.', "")

    val quantity: Quantity
        get() = when {
            ending == "pct" || ".pct_of_peak" in name -> Quantity.PERCENTAGE
            ending !in setOf("sum", "avg", "min", "max") -> Quantity.COUNT
            unit == "byte" -> Quantity.MEMORY
            unit == "nanosecond" -> Quantity.TIME
            else -> Quantity.COUNT
        }
}
