package timemory.gpu

import timemory.internal.platform.Foreign
import timemory.internal.platform.withText
import timemory.internal.source.reasonWithout

/**
 * What to count on one context: metrics, scheduled for its GPU.
 *
 * Making one touches nothing that is being measured, so that what CUPTI refuses is known before. Closed by whoever made it.
 */
internal class MetricPlan(val context: Long, device: Int, val metrics: List<String>) : AutoCloseable {
    val names: ForeignTexts
    val host: MetricsHost
    val configuration: ForeignBlock

    /** How often the same work has to be done. */
    val passes: Long

    private val parts = ArrayList<AutoCloseable>()

    init {
        val own = CudaDriver.within(context) { CudaDriver.deviceOfContext() }
        check(own == device) {
            "the context is one of GPU $own, and metrics are asked for of GPU $device: TIMEMORY_CUPTI_DEVICE names the GPU"
        }
        try {
            names = ForeignTexts(metrics).also(parts::add)
            host = MetricsHost(
                MetricDevice.chip(device),
                CudaDriver.within(context) { MetricDevice.availability(device, context) },
            ).also(parts::add)
            configuration = host.configure(names).also(parts::add)
            passes = MetricsHost.passesOf(configuration)
        } catch (failure: Throwable) {
            close()
            throw failure
        }
    }

    override fun close() {
        parts.asReversed().forEach { it.close() }
        parts.clear()
    }
}

/** How the work of a context is divided into what is counted apart, and done again where it takes several passes. */
internal enum class RangeMode(val range: Int, val replay: Int) {
    /** From when it is told to until it is told to, once. */
    WHOLE(range = 2, replay = 3),

    /** Each kernel, which CUPTI runs as often as it takes. */
    KERNELS(range = 1, replay = 2),
}

/**
 * CUPTI's range profiler on the context of [plan]: counts between [start] and [stop], any number of times.
 *
 * Each time begins with an empty image of counters, so what one [stop] gives is what happened since the [start] before.
 *
 * ### Thread-safety
 * One thread at a time; the context need not be current.
 *
 * Source: `cupti_range_profiler.h` of CUDA 13.0.
 */
internal class RangeProfiler(private val plan: MetricPlan, private val mode: RangeMode, private val mostRanges: Long) {
    private val context = plan.context
    private val handle: Long
    private val image: ForeignBlock

    init {
        handle = CudaDriver.within(context) {
            cupti("cuptiRangeProfilerEnable", 32L, "start to profile the context", { Foreign.putLong(it + 16L, context) }) {
                Foreign.longAt(it + 24L)
            }
        }
        image = try {
            ForeignBlock(sizeOfImage())
        } catch (failure: Throwable) {
            disable()
            throw failure
        }
    }

    private fun sizeOfImage(): Long = cupti("cuptiRangeProfilerGetCounterDataSize", 64L, "tell how much memory counters take", {
        Foreign.putLong(it + 16L, handle)
        Foreign.putLong(it + 24L, plan.names.address)
        Foreign.putLong(it + 32L, plan.names.size)
        Foreign.putLong(it + 40L, mostRanges)
        Foreign.putInt(it + 48L, mostRanges.toInt())
    }) { Foreign.longAt(it + 56L) }

    /** What the context does from now on is counted. */
    fun start() = CudaDriver.within(context) {
        cupti("cuptiRangeProfilerCounterDataImageInitialize", 40L, "prepare memory for counters") {
            Foreign.putLong(it + 16L, handle)
            Foreign.putLong(it + 24L, image.bytes)
            Foreign.putLong(it + 32L, image.address)
        }
        cupti("cuptiRangeProfilerSetConfig", 90L, "be told what to count", {
            Foreign.putLong(it + 16L, handle)
            Foreign.putLong(it + 24L, plan.configuration.bytes)
            Foreign.putLong(it + 32L, plan.configuration.address)
            Foreign.putLong(it + 40L, image.bytes)
            Foreign.putLong(it + 48L, image.address)
            Foreign.putInt(it + 56L, mode.range)
            Foreign.putInt(it + 60L, mode.replay)
            Foreign.putLong(it + 64L, mostRanges)
            Foreign.putByte(it + 72L, 1) // levels of ranges
            Foreign.putByte(it + 74L, 1) // the outermost that counts
            Foreign.putByte(it + 88L, 1) // the one that is counted first
        })
        ofHandle("cuptiRangeProfilerStart", "start to count")
        if (mode == RangeMode.WHOLE) {
            Foreign.withText(RANGE) { name ->
                cupti("cuptiRangeProfilerPushRange", 32L, "start a range") {
                    Foreign.putLong(it + 16L, handle)
                    Foreign.putLong(it + 24L, name)
                }
            }
        }
    }

    /**
     * Waits for the GPU, and gives the values of the metrics of [plan] for each range since [start], in the order in which they were begun.
     */
    fun stop(): List<DoubleArray> = CudaDriver.within(context) {
        CudaDriver.check(CudaDriver.synchronizeContext.call(), "wait for a context")
        if (mode == RangeMode.WHOLE) ofHandle("cuptiRangeProfilerPopRange", "end a range")
        val isWhole = cupti("cuptiRangeProfilerStop", 41L, "end to count", { Foreign.putLong(it + 16L, handle) }) {
            Foreign.byteAt(it + 40L) != 0.toByte()
        }
        check(isWhole || mode == RangeMode.KERNELS) { "CUPTI wants to count the same work again, though it said that one pass is enough" }
        val dropped = cupti("cuptiRangeProfilerDecodeData", 32L, "read its counters", { Foreign.putLong(it + 16L, handle) }) {
            Foreign.longAt(it + 24L)
        }
        check(dropped == 0L) { "$dropped ranges had no room: no more than $mostRanges may come between two starts or ends of regions" }
        val ranges = cupti("cuptiRangeProfilerGetCounterDataInfo", 40L, "tell how much it counted", {
            Foreign.putLong(it + 16L, image.address)
            Foreign.putLong(it + 24L, image.bytes)
        }) { Foreign.longAt(it + 32L) }
        List(ranges.toInt()) { plan.host.values(image, it.toLong(), plan.names) }
    }

    private fun ofHandle(function: String, what: String) = cupti(function, 24L, what) { Foreign.putLong(it + 16L, handle) }

    /** Lets go of the context; tells why that failed, `null` where it did not. Not to be used afterwards. */
    fun close(): String? {
        val reason = disable()
        image.close()
        return reason
    }

    private fun disable(): String? = reasonWithout {
        CudaDriver.within(context) { ofHandle("cuptiRangeProfilerDisable", "let go of the context") }
        0L
    }

    private companion object {
        const val RANGE = "timemory"
    }
}
