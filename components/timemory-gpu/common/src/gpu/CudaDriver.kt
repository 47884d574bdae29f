package timemory.gpu

import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory

/**
 * The functions of the CUDA driver (`libcuda.so.1`), looked up on first use, so that programs run without a GPU, and are built without
 * CUDA's headers. Names carry the suffixes that `cuda.h` of CUDA 12 and 13 gives them.
 */
internal object CudaDriver {
    private val loading = Lock()
    private var file: String? = null
    private var refusal: String? = null

    /**
     * Returns why CUDA is unavailable here; `null` if it is available. Everything else may be used only if this is `null`. A missing
     * library is looked up again the next time, because the program may load it; an error of the driver itself is final.
     */
    fun unavailable(): String? = loading.hold {
        if (file == null) load() else refusal
    }

    private fun load(): String? {
        Ffi.unavailable?.let { return it }
        val found = FILES.firstOrNull { Ffi.find(it, "cuInit") != null }
            ?: return "CUDA driver not found (tried ${FILES.joinToString()}; it comes with the driver of an NVIDIA " +
                "GPU)"
        file = found
        refusal = initialize()
        return refusal
    }

    private fun initialize(): String? {
        val status = function("cuInit").call(0L).toInt()
        if (status != SUCCESS) return "$file found no usable GPU: ${describe(status)}"
        val missing = NEEDED.filter { Ffi.find(file, it) == null }
        if (missing.isNotEmpty()) {
            return "$file, version $version, has no ${missing.joinToString()}: CUDA 11 or later is required"
        }
        return null
    }

    /** The newest CUDA version that the driver supports, such as `13.0`. */
    val version: String
        get() {
            val number = number("cuDriverGetVersion") ?: return "unknown"
            return "${number / 1000}.${number % 1000 / 10}"
        }

    private fun number(name: String): Int? = Ffi.withMemory(8L) { into ->
        val status = Ffi.find(file, name)?.call(into)?.toInt()
        if (status == SUCCESS) Ffi.intAt(into) else null
    }

    private fun function(name: String): ForeignFunction =
        Ffi.find(file, name) ?: throw UnsupportedOperationException("$file has no function $name")

    /** Returns the function [name]; `null` if the driver is too old for it. */
    fun optional(name: String): ForeignFunction? = Ffi.find(file, name)

    val getContext by lazy { function("cuCtxGetCurrent") }
    private val pushContext by lazy { function("cuCtxPushCurrent_v2") }
    private val popContext by lazy { function("cuCtxPopCurrent_v2") }
    val synchronizeContext by lazy { function("cuCtxSynchronize") }
    val synchronizeStream by lazy { function("cuStreamSynchronize") }
    val createEvent by lazy { function("cuEventCreate") }
    val destroyEvent by lazy { function("cuEventDestroy_v2") }
    val recordEvent by lazy { function("cuEventRecord") }
    val queryEvent by lazy { function("cuEventQuery") }
    val synchronizeEvent by lazy { function("cuEventSynchronize") }
    val elapsedTime by lazy { optional("cuEventElapsedTime_v2") ?: function("cuEventElapsedTime") }
    val memoryInfo by lazy { function("cuMemGetInfo_v2") }
    val startProfiler by lazy { function("cuProfilerStart") }
    val stopProfiler by lazy { function("cuProfilerStop") }
    private val isCapturing by lazy { optional("cuStreamIsCapturing") }
    private val contextId by lazy { optional("cuCtxGetId") }
    private val streamId by lazy { optional("cuStreamGetId") }

    /** Returns the ID by which tools know [stream]; `null` if the driver does not report it, before CUDA 12. */
    fun idOf(stream: CudaStream): Long? = Ffi.withMemory(8L) { into ->
        if (streamId?.call(stream.handle, into)?.toInt() == SUCCESS) Ffi.longAt(into) else null
    }

    /** Returns whether launches in [stream] are captured into a graph instead of being run. */
    fun isCapturing(stream: Long): Boolean = Ffi.withMemory(8L) { into ->
        Ffi.putLong(into, 0L)
        isCapturing?.call(stream, into)?.toInt() == SUCCESS && Ffi.intAt(into) != 0
    }

    /** Returns the calling thread's current context; 0 for none. */
    fun currentContext(): Long = Ffi.withMemory(8L) { into ->
        check(getContext.call(into), "query the current context")
        Ffi.longAt(into).also(CudaExitOrdering::saw)
    }

    /** Returns the number of the current context's GPU, as shown by `timemory avail -H`. */
    fun deviceOfContext(): Int = Ffi.withMemory(8L) { into ->
        check(function("cuCtxGetDevice").call(into), "query the GPU of the current context")
        Ffi.intAt(into)
    }

    /** Returns the [currentContext]; throws an exception if there is none. */
    fun requireContext(): Long = currentContext().also {
        check(it != 0L) {
            "no CUDA context is current on this thread: start measuring after the program has created one or called the CUDA runtime"
        }
    }

    /**
     * Runs [action] with [context] current on the calling thread. Throws an [IllegalStateException] if the program has destroyed it:
     * objects created in it are gone then, and the driver would crash if they were used.
     */
    inline fun <R> within(context: Long, action: () -> R): R {
        requireAlive(context)
        if (currentContext() == context) return action()
        enter(context)
        try {
            return action()
        } finally {
            leave()
        }
    }

    /** Has no effect before CUDA 12, which cannot tell. */
    fun requireAlive(context: Long) {
        val ask = contextId ?: return
        Ffi.withMemory(8L) { into -> check(ask.call(context, into), "use a context") }
    }

    fun enter(context: Long) = check(pushContext.call(context), "make a context current")

    fun leave() {
        Ffi.withMemory(8L) { into -> popContext.call(into) }
    }

    /** Throws an [IllegalStateException] unless [status] means success. */
    fun check(status: Long, what: String) {
        if (status.toInt() != SUCCESS) throw IllegalStateException("CUDA cannot $what: ${describe(status.toInt())}")
    }

    /** Returns CUDA's description of [status]. */
    fun describe(status: Int): String {
        val name = text("cuGetErrorName", status)
        return if (name == null) "error $status" else "$name: ${text("cuGetErrorString", status) ?: "error $status"}"
    }

    private fun text(function: String, status: Int): String? = Ffi.withMemory(8L) { into ->
        if (Ffi.find(file, function)?.call(status.toLong(), into)?.toInt() != SUCCESS) return null
        Ffi.textAt(Ffi.longAt(into)).ifEmpty { null }
    }

    private val FILES = listOf("libcuda.so.1", "libcuda.so")
    private val NEEDED = listOf(
        "cuCtxGetCurrent", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2", "cuCtxSynchronize", "cuStreamSynchronize", "cuEventCreate",
        "cuEventDestroy_v2", "cuEventRecord", "cuEventQuery", "cuEventSynchronize", "cuMemGetInfo_v2", "cuProfilerStart",
        "cuProfilerStop",
    )

    const val SUCCESS = 0
    const val NOT_READY = 600
}
