package timemory.gpu

import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText

/**
 * The functions of NVTX, with which programs annotate their work for NVIDIA's tools, looked up on first use. Version 3 is meant to be
 * compiled into programs; `libnvtx3interop` of the CUDA toolkit provides it for those that cannot, and `libnvToolsExt` is version 2. If no
 * tool listens, they return at once.
 */
internal object NvtxLibrary {
    private class Loaded(val file: String, val version: Int)

    private val loading = Lock()
    private var loaded: Loaded? = null

    /**
     * Returns why NVTX is unavailable here; `null` if it is available. Everything else may be used only if this is `null`. See
     * [CudaDriver.unavailable].
     */
    fun unavailable(): String? = loading.hold {
        if (loaded == null) loaded = load()
        if (loaded != null) null else Ffi.unavailable ?: MISSING
    }

    private fun load(): Loaded? {
        if (Ffi.unavailable != null) return null
        return FILES.entries.firstOrNull { (file, _) -> Ffi.find(file, "nvtxRangeStartEx") != null }?.let { Loaded(it.key, it.value) }
    }

    private fun function(name: String): ForeignFunction {
        val file = loaded!!.file
        return Ffi.find(file, name) ?: throw UnsupportedOperationException("$file has no function $name")
    }

    private val rangeStart by lazy { function("nvtxRangeStartEx") }
    private val rangeEnd by lazy { function("nvtxRangeEnd") }
    private val markAt by lazy { function("nvtxMarkEx") }

    /** Starts a range, and returns its ID. */
    fun start(text: String, color: Int): Long = withAttributes(text, color) { rangeStart.call(it) }

    fun end(range: Long) {
        rangeEnd.call(range)
    }

    fun mark(text: String, color: Int) {
        withAttributes(text, color) { markAt.call(it) }
    }

    /** Builds `nvtxEventAttributes_v2`, which is the same in versions 2 and 3. */
    private inline fun <R> withAttributes(text: String, color: Int, action: (Long) -> R): R = Ffi.withText(text) { message ->
        Ffi.withMemory(BYTES) { attributes ->
            Ffi.putInt(attributes, loaded!!.version or (BYTES.toInt() shl 16)) // two 16-bit numbers
            Ffi.putInt(attributes + COLOR_TYPE, ARGB)
            Ffi.putInt(attributes + COLOR, color)
            Ffi.putInt(attributes + MESSAGE_TYPE, BYTES_OF_TEXT)
            Ffi.putLong(attributes + MESSAGE, message)
            action(attributes)
        }
    }

    private const val BYTES = 48L
    private const val COLOR_TYPE = 8
    private const val COLOR = 12
    private const val MESSAGE_TYPE = 32
    private const val MESSAGE = 40
    private const val ARGB = 1
    private const val BYTES_OF_TEXT = 1
    private val FILES = mapOf("libnvtx3interop.so.1" to 3, "libnvtx3interop.so" to 3, "libnvToolsExt.so.1" to 2)
    private val MISSING =
        "NVTX was not found (tried ${FILES.keys.joinToString()}; it comes with the CUDA toolkit; if it is " +
            "elsewhere, add its folder to LD_LIBRARY_PATH)"
}
