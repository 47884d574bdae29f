package timemory.gpu

import timemory.internal.platform.Ffi
import timemory.internal.platform.withText
import timemory.internal.source.reasonWithout

/**
 * The metrics to count on one context, scheduled for its GPU.
 *
 * Creating one does not affect anything that is being measured, so that CUPTI's errors are known beforehand. To be closed by its creator.
 */
internal class MetricPlan(val context: Long, device: Int, val metrics: List<String>) : AutoCloseable {
    val names: ForeignTexts
    val host: MetricsHost
    val configuration: ForeignBlock

    /** The number of passes required. */
    val passes: Long

    private val parts = ArrayList<AutoCloseable>()

    init {
        val own = CudaDriver.within(context) { CudaDriver.deviceOfContext() }
        check(own == device) {
            "the context belongs to GPU $own, but metrics are requested for GPU $device: set TIMEMORY_CUPTI_DEVICE to the GPU"
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

/**
 * How the work of a context is divided into ranges, and replayed if several passes are required.
 *
 * @property most the maximum number of ranges in one counter image
 */
internal enum class RangeMode(val range: Int, val replay: Int, val most: Long) {
    /** A single range between start and stop, without replay. */
    WHOLE(range = 2, replay = 3, most = 1L),

    /** One range per kernel, replayed by CUPTI as often as required. */
    KERNELS(range = 1, replay = 2, most = 4000L),
}

/**
 * CUPTI's range profiler on the context of [plan]: counts between [start] and [stop], any number of times.
 *
 * Counts are added to a counter image, and each [stop] reads those since the preceding [start]. Clearing an image takes milliseconds,
 * depending on its size, so that is done when it is half full, and [room] is the other half. An image takes 19 KB for each kernel and
 * metric, and more than thirty times that for a metric made of many counters, which leaves room for fewer kernels.
 *
 * The configuration announces one range per pass, even if it divides the work into kernels, which it replays one by one. If more are
 * announced, CUPTI prepares for as many at each kernel, and each takes as long as all of them: 290 ms per kernel for 2000, on an H100.
 *
 * ### Thread-safety
 * Not thread-safe; the context need not be current.
 *
 * Source: `cupti_range_profiler.h` of CUDA 13.0.
 */
internal class RangeProfiler(private val plan: MetricPlan, private val mode: RangeMode) {
    private val context = plan.context
    private val handle: Long
    private val image: ForeignBlock

    /** The capacity of the image, and how many of its ranges were read. */
    private val ranges: Long
    private var taken = FULL

    /** How many ranges may come between a [start] and its [stop]. */
    private val room: Long get() = maxOf(1L, ranges / 2)

    init {
        handle = CudaDriver.within(context) {
            cupti("cuptiRangeProfilerEnable", 32L, "start profiling the context", { Ffi.putLong(it + 16L, context) }) {
                Ffi.longAt(it + 24L)
            }
        }
        image = try {
            val one = sizeOfImage(1L)
            ranges = if (mode.most == 1L) 1L else {
                ((MAX_BYTES - one) / maxOf(1L, sizeOfImage(2L) - one)).coerceIn(MIN_RANGES, mode.most)
            }
            ForeignBlock(sizeOfImage(ranges))
        } catch (failure: Throwable) {
            disable()
            throw failure
        }
    }

    private fun sizeOfImage(ranges: Long): Long = cupti("cuptiRangeProfilerGetCounterDataSize", 64L, "query the size of counters", {
        Ffi.putLong(it + 16L, handle)
        Ffi.putLong(it + 24L, plan.names.address)
        Ffi.putLong(it + 32L, plan.names.size)
        Ffi.putLong(it + 40L, ranges)
        Ffi.putInt(it + 48L, ranges.toInt())
    }) { Ffi.longAt(it + 56L) }

    /** Starts counting the work of the context. */
    fun start() = CudaDriver.within(context) {
        if (taken > ranges - room) prepare()
        ofHandle("cuptiRangeProfilerStart", "start counting")
        if (mode == RangeMode.WHOLE) {
            Ffi.withText(RANGE) { name ->
                cupti("cuptiRangeProfilerPushRange", 32L, "start a range") {
                    Ffi.putLong(it + 16L, handle)
                    Ffi.putLong(it + 24L, name)
                }
            }
        }
    }

    /** Clears the image, and configures what is counted into it. */
    private fun prepare() {
        cupti("cuptiRangeProfilerCounterDataImageInitialize", 40L, "prepare memory for counters") {
            Ffi.putLong(it + 16L, handle)
            Ffi.putLong(it + 24L, image.bytes)
            Ffi.putLong(it + 32L, image.address)
        }
        cupti("cuptiRangeProfilerSetConfig", 90L, "configure its counters", {
            Ffi.putLong(it + 16L, handle)
            Ffi.putLong(it + 24L, plan.configuration.bytes)
            Ffi.putLong(it + 32L, plan.configuration.address)
            Ffi.putLong(it + 40L, image.bytes)
            Ffi.putLong(it + 48L, image.address)
            Ffi.putInt(it + 56L, mode.range)
            Ffi.putInt(it + 60L, mode.replay)
            Ffi.putLong(it + 64L, 1L) // ranges per pass
            Ffi.putByte(it + 72L, 1) // nesting levels of ranges
            Ffi.putByte(it + 74L, 1) // the lowest nesting level that counts
            Ffi.putByte(it + 88L, 1) // the target nesting level
        })
        taken = 0L
    }

    /** Waits for the GPU, and returns the values of the metrics of [plan] for each range since [start], in launch order. */
    fun stop(): List<DoubleArray> = CudaDriver.within(context) {
        CudaDriver.check(CudaDriver.synchronizeContext.call(), "wait for a context")
        if (mode == RangeMode.WHOLE) ofHandle("cuptiRangeProfilerPopRange", "end a range")
        val isWhole = cupti("cuptiRangeProfilerStop", 41L, "stop counting", { Ffi.putLong(it + 16L, handle) }) {
            Ffi.byteAt(it + 40L) != 0.toByte()
        }
        check(isWhole || mode == RangeMode.KERNELS) { "CUPTI needs a second pass, although it reported that one is enough" }
        val dropped = cupti("cuptiRangeProfilerDecodeData", 32L, "read its counters", { Ffi.putLong(it + 16L, handle) }) {
            Ffi.longAt(it + 24L)
        }
        check(dropped == 0L) { "$dropped ranges were dropped: at most $room fit between two starts or ends of regions" }
        val counted = cupti("cuptiRangeProfilerGetCounterDataInfo", 40L, "query how much it counted", {
            Ffi.putLong(it + 16L, image.address)
            Ffi.putLong(it + 24L, image.bytes)
        }) { Ffi.longAt(it + 32L) }
        val first = taken
        taken = counted
        (first until counted).map { plan.host.values(image, it, plan.names) }
    }

    private fun ofHandle(function: String, what: String) = cupti(function, 24L, what) { Ffi.putLong(it + 16L, handle) }

    /** Releases the context; returns why that failed, `null` if it did not. Must not be used afterwards. */
    fun close(): String? {
        val reason = disable()
        image.close()
        return reason
    }

    private fun disable(): String? = reasonWithout {
        CudaDriver.within(context) { ofHandle("cuptiRangeProfilerDisable", "release the context") }
        0L
    }

    private companion object {
        const val RANGE = "timemory"
        const val FULL = Long.MAX_VALUE

        /** The maximum size of a counter image, unless [MIN_RANGES] ranges take more. */
        const val MAX_BYTES = 256L shl 20
        const val MIN_RANGES = 100L
    }
}
