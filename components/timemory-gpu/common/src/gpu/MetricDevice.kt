package timemory.gpu

import timemory.internal.callgraph.isInitialized
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.source.reasonWithout

/** Whether CUPTI can tell metrics of a GPU, and which. */
internal object MetricDevice {
    private val lock = Lock()
    private var isInitialized = false
    private val availability = HashMap<Int, ForeignBlock>()

    /**
     * Why metrics of the GPU with number [device] are unavailable, `null` where they are not. That the user is not allowed to shows only
     * when it is tried.
     */
    fun unavailable(device: Int): String? =
        CuptiLibrary.unavailable() ?: CuptiLibrary.missing(FUNCTIONS, "CUDA 12.6") ?: reasonWithout { support(device, RANGE_PROFILING) }

    /** Throws an exception that tells why CUPTI's interface with number [api] does not work on [device]. */
    fun support(device: Int, api: Int): Long {
        initialize()
        cupti("cuptiProfilerDeviceSupported", 52L, "tell whether GPU $device can be profiled", {
            Ffi.putInt(it + 16L, device)
            Ffi.putInt(it + 48L, api)
        }) { struct ->
            if (Ffi.intAt(struct + 20L) == SUPPORTED) return 0L
            val reasons = REASONS.filterIndexed { i, _ -> Ffi.intAt(struct + 24L + 4L * i) != SUPPORTED }
            throw UnsupportedOperationException(
                "GPU $device cannot be profiled by CUPTI: " +
                    "${reasons.joinToString().ifEmpty { "it does not say why" }}",
            )
        }
    }

    private fun initialize(): Unit = lock.hold {
        if (isInitialized) return
        cupti("cuptiProfilerInitialize", 16L, "start to profile") {}
        isInitialized = true
    }

    /** The name of the chip of [device]: `GH100`. */
    fun chip(device: Int): String = cupti(
        "cuptiDeviceGetChipName", 32L, "tell the chip of GPU $device",
        { Ffi.putLong(it + 16L, device.toLong()) },
    ) {
        Ffi.textAt(Ffi.longAt(it + 24L))
    }

    /** What counters [device] has, which its [context] is asked for once; it must be the current one. */
    fun availability(device: Int, context: Long): ForeignBlock = lock.hold {
        availability.getOrPut(device) {
            fun call(bytes: Long, image: Long): Long = cupti(
                "cuptiProfilerGetCounterAvailability", 40L,
                "tell what counters GPU $device has", {
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

    /** In the order of the fields that tell of them. */
    private val REASONS = listOf(
        "its architecture is older than Volta's", "SLI is enabled",
        "it is a virtual GPU for which profiling is not supported, or not enabled",
        "confidential computing is enabled", "it is a mining processor",
        "it is in the Windows Subsystem for Linux, which does not support it",
    )
    private const val SUPPORTED = 3
    const val RANGE_PROFILING = 0
    const val PC_SAMPLING = 1
}
