package timemory.forwarding

/** ROCm's roctx ranges and marks, which `rocprof` and related tools show. If no tool listens, its functions return at once. */
internal object RoctxLibrary : ToolLibrary(
    "roctx", listOf("roctxRangeStartA", "roctxRangeStop", "roctxMarkA", "roctxRangePushA", "roctxRangePop"), ROCTX_FILES,
    isLoadedByName = true,
    "roctx was not found (tried ${ROCTX_FILES.joinToString()}): it comes with ROCm; if it is elsewhere, add its folder " +
        "to LD_LIBRARY_PATH",
) {
    private val rangeStart by lazy { function("roctxRangeStartA") }
    private val rangeStop by lazy { function("roctxRangeStop") }
    private val markAt by lazy { function("roctxMarkA") }
    private val rangePush by lazy { function("roctxRangePushA") }
    private val rangePop by lazy { function("roctxRangePop") }

    fun start(text: Long): Long = rangeStart.call(text)

    fun stop(range: Long) {
        rangeStop.call(range)
    }

    fun mark(text: Long) {
        markAt.call(text)
    }

    fun push(text: Long): Int = rangePush.call(text).toInt()

    fun pop(): Int = rangePop.call().toInt()
}

/**
 * HIP, if the process has already loaded it, to synchronize with its GPUs. It is never loaded here: without HIP there is no GPU work to
 * wait for.
 */
internal object HipLibrary : ToolLibrary(
    "HIP", listOf("hipDeviceSynchronize", "hipStreamSynchronize"), listOf("libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"),
    isLoadedByName = false, "HIP is not in this process",
) {
    private val synchronizeDevice by lazy { function("hipDeviceSynchronize") }
    private val synchronizeStream by lazy { function("hipStreamSynchronize") }

    /** Waits for the current device, or only for the stream with [handle]. */
    fun await(handle: Long, isWholeDevice: Boolean) {
        val status = if (isWholeDevice) synchronizeDevice.call() else synchronizeStream.call(handle)
        check(status.toInt() == 0) { "HIP cannot wait for its GPU: error ${status.toInt()}" }
    }
}

private val ROCTX_FILES = listOf("librocprofiler-sdk-roctx.so.1", "libroctx64.so.4", "libroctx64.so")
