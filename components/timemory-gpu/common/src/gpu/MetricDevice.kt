package timemory.gpu

import timemory.internal.callgraph.isInitialized
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.source.reasonWithout

/** Which metrics CUPTI supports on a GPU, if any. */
internal object MetricDevice {
    private val lock = Lock()
    private var isInitialized = false
    private val availability = HashMap<Int, ForeignBlock>()

    /**
     * Returns why metrics of GPU [device] are unavailable; `null` if they are available. Missing permissions only show when it is tried.
     */
    fun unavailable(device: Int): String? =
        CuptiLibrary.unavailable() ?: CuptiLibrary.missing(FUNCTIONS, "CUDA 12.6") ?: reasonWithout { support(device, RANGE_PROFILING) }

    /** Throws an exception with the reason if CUPTI's interface [api] does not work on [device]. */
    fun support(device: Int, api: Int): Long {
        initialize()
        cupti("cuptiProfilerDeviceSupported", 52L, "query whether GPU $device can be profiled", {
            Ffi.putInt(it + 16L, device)
            Ffi.putInt(it + 48L, api)
        }) { struct ->
            if (Ffi.intAt(struct + 20L) == SUPPORTED) return 0L
            val reasons = REASONS.filterIndexed { i, _ -> Ffi.intAt(struct + 24L + 4L * i) != SUPPORTED }
            throw UnsupportedOperationException(
                "GPU $device cannot be profiled by CUPTI: " +
                    "${reasons.joinToString().ifEmpty { "no reason given" }}",
            )
        }
    }

    private fun initialize(): Unit = lock.hold {
        if (isInitialized) return
        cupti("cuptiProfilerInitialize", 16L, "start to profile") {}
        isInitialized = true
    }

    /** Returns the chip name of [device]: `GH100`. */
    fun chip(device: Int): String = cupti(
        "cuptiDeviceGetChipName", 32L, "query the chip of GPU $device",
        { Ffi.putLong(it + 16L, device.toLong()) },
    ) {
        Ffi.textAt(Ffi.longAt(it + 24L))
    }

    /** Returns the counter availability image of [device], which is read once from its [context]; that must be current. */
    fun availability(device: Int, context: Long): ForeignBlock = lock.hold {
        availability.getOrPut(device) {
            fun call(bytes: Long, image: Long): Long = cupti(
                "cuptiProfilerGetCounterAvailability", 40L,
                "query the counters of GPU $device", {
                    Ffi.putLong(it + 16L, context)
                    Ffi.putLong(it + 24L, bytes)
                    Ffi.putLong(it + 32L, image)
                },
            ) { Ffi.longAt(it + 24L) }
            val image = ForeignBlock(call(0L, 0L))
            try {
                call(image.bytes, image.address)
            } catch (failure: Throwable) {
                image.close()
                throw failure
            }
            image
        }
    }

    private val FUNCTIONS =
        listOf("cuptiRangeProfilerEnable", "cuptiProfilerHostInitialize", "cuptiProfilerDeviceSupported", "cuptiDeviceGetChipName")

    /** In the order of the fields that report them. */
    private val REASONS = listOf(
        "its architecture is older than Volta", "SLI is enabled",
        "it is a virtual GPU for which profiling is not supported, or not enabled",
        "confidential computing is enabled", "it is a mining processor",
        "it is in the Windows Subsystem for Linux, which does not support it",
    )
    private const val SUPPORTED = 3
    const val RANGE_PROFILING = 0
    const val PC_SAMPLING = 1
}
