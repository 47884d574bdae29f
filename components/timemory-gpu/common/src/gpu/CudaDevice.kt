package timemory.gpu

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory

/**
 * A GPU that runs kernels compiled at run time: enough for samples and for benchmarks of a GPU, without the CUDA compiler. It retains the
 * device's primary context, which CUDA's runtime uses too. The context is current on the thread that opened the device; other threads call
 * [use].
 * ```
 * CudaDevice.open().use { gpu ->
 *     val add = gpu.compile(CudaKernels.SOURCE).kernel("vector_add_float")
 *     ...
 *     bundle.measure("add", stream) { add.launch(blocks, 256, stream, a, b, sum, n) }
 * }
 * ```
 * All functions throw an [IllegalStateException] with CUDA's error message if a CUDA call fails.
 *
 * Source: the CUDA driver; NVRTC to compile.
 *
 * ### Thread-safety
 * May be used by any thread on which its context is current.
 *
 * @property index of the GPU in the machine, from 0
 */
@ExperimentalTimemoryApi
public class CudaDevice private constructor(public val index: Int, private val device: Int, private val context: Long) : AutoCloseable {
    private var isOpen = true

    /** The properties of the GPU. */
    public val properties: CudaProperties by lazy { CudaProperties.of(device) }

    /** Makes the context current on the calling thread. */
    public fun use() {
        check(isOpen) { "GPU $index was closed" }
        cuda("cuCtxSetCurrent", "make a context current", context)
    }

    /** A stream, whose work is done in order, and concurrently with that of other streams. */
    public fun newStream(): CudaStream = CudaStream(pointer("cuStreamCreate", "create a stream", NON_BLOCKING))

    /** Destroys [stream] once its work is done. */
    public fun close(stream: CudaStream): Unit = cuda("cuStreamDestroy_v2", "end $stream", stream.handle)

    /** Waits until the work in [stream] is done. */
    public fun await(stream: CudaStream): Unit = cuda("cuStreamSynchronize", "wait for $stream", stream.handle)

    /** Memory of the GPU, for [bytes] bytes. */
    public fun allocate(bytes: Long): CudaMemory = CudaMemory(pointer("cuMemAlloc_v2", "allocate $bytes bytes of memory", bytes), bytes)

    /** Allocates memory like [allocate], or returns `null` if the GPU does not have enough left. */
    public fun allocateOrNull(bytes: Long): CudaMemory? {
        val function = CudaDriver.optional("cuMemAlloc_v2")
            ?: throw IllegalStateException("CUDA cannot allocate memory: its driver has no function cuMemAlloc_v2")
        return Ffi.withMemory(8L) { into ->
            val status = function.call(into, bytes)
            if (status.toInt() == OUT_OF_MEMORY) return null
            CudaDriver.check(status, "allocate $bytes bytes of memory")
            CudaMemory(Ffi.longAt(into), bytes)
        }
    }

    /**
     * Compiles [source], CUDA C++ without headers, for this GPU.
     *
     * @param options additional NVRTC options: `--use_fast_math`
     * @throws IllegalArgumentException with the compiler's messages if there is an error in [source]
     * @throws UnsupportedOperationException if NVRTC is not available
     */
    public fun compile(source: String, vararg options: String): CudaModule {
        val code = Nvrtc.compile(source, options.toList() + "--gpu-architecture=compute_${properties.computeCapability}")
        return try {
            CudaModule(pointer("cuModuleLoadData", "load a module", code))
        } finally {
            Ffi.free(code)
        }
    }

    /** Releases the context; what was created in it is freed when its last user releases it. */
    override fun close() {
        if (!isOpen) return
        isOpen = false
        cuda("cuDevicePrimaryCtxRelease_v2", "release the context of GPU $index", device.toLong())
    }

    public companion object {
        private const val NON_BLOCKING = 1L
        private const val OUT_OF_MEMORY = 2

        /** Returns why no GPU can be opened here; `null` if one can. */
        @JvmStatic
        public fun unavailableReason(): String? = CudaDriver.unavailable()

        /**
         * Opens GPU [index] and makes its context current on the calling thread.
         *
         * @throws UnsupportedOperationException if no CUDA driver is available
         */
        @JvmStatic
        @JvmOverloads
        public fun open(index: Int = 0): CudaDevice {
            unavailableReason()?.let { throw UnsupportedOperationException(it) }
            val device = Ffi.withMemory(8L) { into ->
                cuda("cuDeviceGet", "find GPU $index", into, index.toLong())
                Ffi.intAt(into)
            }
            return CudaDevice(index, device, pointer("cuDevicePrimaryCtxRetain", "get the context of GPU $index", device.toLong())).also {
                it.use()
            }
        }
    }
}

/** Calls a driver function by its exported name. */
internal fun cuda(name: String, what: String, a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L) {
    val function = CudaDriver.optional(name) ?: throw IllegalStateException("CUDA cannot $what: its driver has no function $name")
    CudaDriver.check(function.call(a, b, c, d), what)
}

/** Returns what a driver function stores through its first argument. */
internal fun pointer(name: String, what: String, a: Long = 0L, b: Long = 0L): Long = Ffi.withMemory(8L) { into ->
    cuda(name, what, into, a, b)
    Ffi.longAt(into)
}
