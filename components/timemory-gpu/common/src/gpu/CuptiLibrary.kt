package timemory.gpu

import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory

/**
 * The functions of CUPTI, CUDA's profiling interface, looked up on first use. Its version must be one whose records are known (see
 * [ActivityKind]), because those of others could be misread.
 */
internal object CuptiLibrary {
    private val loading = Lock()
    private var file: String? = null
    private var refusal: String? = null

    /**
     * Returns why CUPTI is unavailable here; `null` if it is available. Everything else may be used only if this is `null`. See
     * [CudaDriver.unavailable].
     */
    fun unavailable(): String? = CudaDriver.unavailable() ?: loading.hold { if (file == null) load() else refusal }

    private fun load(): String? {
        val found = FILES.firstOrNull { Ffi.find(it, "cuptiGetVersion") != null }
            ?: return "CUPTI was not found (tried ${FILES.joinToString()}; it comes with the CUDA toolkit; if it " +
                "is elsewhere, " +
                "add its folder to LD_LIBRARY_PATH)"
        file = found
        refusal = Ffi.withMemory(8L) { into ->
            val status = function("cuptiGetVersion").call(into).toInt()
            if (status == SUCCESS) refusalOf(found, Ffi.intAt(into)) else "$found does not report its version: ${describe(status)}"
        }
        return refusal
    }

    /** Returns why records of CUPTI [version], as returned by `cuptiGetVersion`, are not read; `null` if they are. */
    fun refusalOf(file: String, version: Int): String? =
        if (version in OLDEST..LATEST_OF_12 || version / MAJOR == 13) null else {
            "$file is version $version of CUPTI, whose records are not supported: those of CUDA 11, 12 and 13 are " +
                "(versions $OLDEST to $LATEST_OF_12, and 130000 on)"
        }

    private val functions = HashMap<String, ForeignFunction>()

    /** Returns the function [name]; throws an [UnsupportedOperationException] if this version does not have it. */
    fun function(name: String): ForeignFunction = loading.hold {
        functions.getOrPut(name) { Ffi.find(file, name) ?: throw UnsupportedOperationException("$file has no function $name") }
    }

    /** Returns why not all functions [names] can be called, because this version lacks some; `null` if they can. */
    fun missing(names: List<String>, since: String): String? {
        val missing = names.filter { Ffi.find(file, it) == null }
        return if (missing.isEmpty()) null else "$file has no ${missing.joinToString()}: they were added in $since"
    }

    val registerCallbacks by lazy { function("cuptiActivityRegisterCallbacks") }
    val enable by lazy { function("cuptiActivityEnable") }
    val disable by lazy { function("cuptiActivityDisable") }
    val flushAll by lazy { function("cuptiActivityFlushAll") }
    val nextRecord by lazy { function("cuptiActivityGetNextRecord") }
    val droppedRecords by lazy { function("cuptiActivityGetNumDroppedRecords") }
    val pushExternal by lazy { function("cuptiActivityPushExternalCorrelationId") }
    val popExternal by lazy { function("cuptiActivityPopExternalCorrelationId") }
    private val timestamp by lazy { function("cuptiGetTimestamp") }
    private val callbackName by lazy { function("cuptiGetCallbackName") }

    /** Returns the current time in nanoseconds, on the clock of the records. */
    fun now(): Long = Ffi.withMemory(8L) { into ->
        check(timestamp.call(into), "query the time")
        Ffi.longAt(into)
    }

    /** Returns the name of function [number] of the runtime ([domain] 2) or the driver (1). */
    fun nameOfCall(domain: Long, number: Int): String = Ffi.withMemory(8L) { into ->
        val status = callbackName.call(domain, number.toLong(), into).toInt()
        val name = if (status == SUCCESS) Ffi.textAt(Ffi.longAt(into)) else ""
        name.ifEmpty { "call $number" }
    }

    /** Throws an [IllegalStateException] unless [status] means success. */
    fun check(status: Long, what: String) {
        if (status.toInt() != SUCCESS) throw IllegalStateException("CUPTI cannot $what: ${describe(status.toInt())}")
    }

    /** Returns CUPTI's description of [status], with a way out if known. */
    fun describe(status: Int): String = Ffi.withMemory(8L) { into ->
        val told = Ffi.find(file, "cuptiGetResultString")?.call(status.toLong(), into)?.toInt()
        val text = if (told == SUCCESS) Ffi.textAt(Ffi.longAt(into)).ifEmpty { "error $status" } else "error $status"
        if (status == INSUFFICIENT_PRIVILEGES) "$text: $HOW_TO_BE_ALLOWED" else text
    }

    private val FILES = listOf("libcupti.so.13", "libcupti.so.12", "libcupti.so")

    /** CUDA 11.0. */
    private const val OLDEST = 13

    /** CUDA 12.9, update 1. */
    private const val LATEST_OF_12 = 28
    private const val MAJOR = 10_000

    const val SUCCESS = 0
    const val NO_MORE = 12
    const val INVALID_METRIC_NAME = 17
    const val QUEUE_EMPTY = 18
    private const val INSUFFICIENT_PRIVILEGES = 35
    private const val HOW_TO_BE_ALLOWED =
        "only administrators may read GPU counters here; the option NVreg_RestrictProfilingToAdminUsers=0 of the " +
            "nvidia kernel module, or the capability SYS_ADMIN, allows it for others"
    const val FLUSH_WHOLE = 0L
    const val FLUSH_ALL = 1L
}
