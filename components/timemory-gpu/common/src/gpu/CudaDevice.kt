package timemory.gpu

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory

/**
 * A GPU to run kernels on that are compiled while the program runs: enough for samples, and for measuring what a GPU can do, without a
 * compiler of CUDA. It holds the primary context of the device, the one that CUDA's runtime uses, which is current on the thread that
 * opened it; other threads make it so by [use].
 * ```
 * CudaDevice.open().use { gpu ->
 *     val add = gpu.compile(CudaKernels.SOURCE).kernel("vector_add_float")
 *     ...
 *     bundle.measure("add", stream) { add.launch(blocks, 256, stream, a, b, sum, n) }
 * }
 * ```
 * All functions throw an [IllegalStateException] with CUDA's reason where CUDA refuses.
 *
 * Source: the CUDA driver; NVRTC to compile.
 *
 * ### Thread-safety
 * May be used by any thread on which its context is current.
 *
 * @property index which of the machine's GPUs, from 0 on
 */
@ExperimentalTimemoryApi
public class CudaDevice private constructor(public val index: Int, private val device: Int, private val context: Long) : AutoCloseable {
    private var isOpen = true

    /** What the GPU says of itself. */
    public val properties: CudaProperties by lazy { CudaProperties.of(device) }

    /** Makes the context current on the calling thread, until it ends or another takes its place. */
    public fun use() {
        check(isOpen) { "GPU $index was closed" }
        cuda("cuCtxSetCurrent", "make a context current", context)
    }

    /** A stream, whose work is done in order, and beside that of other streams. */
    public fun newStream(): CudaStream = CudaStream(pointer("cuStreamCreate", "make a stream", NON_BLOCKING))

    /** Ends [stream], when its work is done. */
    public fun close(stream: CudaStream): Unit = cuda("cuStreamDestroy_v2", "end $stream", stream.handle)

    /** Waits until [stream] has done its work. */
    public fun await(stream: CudaStream): Unit = cuda("cuStreamSynchronize", "wait for $stream", stream.handle)

    /** Memory of the GPU, for [bytes] bytes. */
    public fun allocate(bytes: Long): CudaMemory = CudaMemory(pointer("cuMemAlloc_v2", "have $bytes bytes of memory", bytes), bytes)

    /** As [allocate]; `null` where the GPU has not so much memory left. */
    public fun allocateOrNull(bytes: Long): CudaMemory? {
        val function = CudaDriver.optional("cuMemAlloc_v2")
            ?: throw IllegalStateException("CUDA cannot have memory: its driver has no function cuMemAlloc_v2")
        return Ffi.withMemory(8L) { into ->
            val status = function.call(into, bytes)
            if (status.toInt() == OUT_OF_MEMORY) return null
            CudaDriver.check(status, "have $bytes bytes of memory")
            CudaMemory(Ffi.longAt(into), bytes)
        }
    }

    /**
     * Compiles [source], in CUDA C++ without headers, for this GPU.
     *
     * @param options further ones for NVRTC: `--use_fast_math`
     * @throws IllegalArgumentException with the compiler's words if there is a mistake in [source]
     * @throws UnsupportedOperationException if there is no NVRTC
     */
    public fun compile(source: String, vararg options: String): CudaModule {
        val code = Nvrtc.compile(source, options.toList() + "--gpu-architecture=compute_${properties.computeCapability}")
        return try {
            CudaModule(pointer("cuModuleLoadData", "load a module", code))
        } finally {
            Ffi.free(code)
        }
    }

    /** Gives the context back; what was made in it goes with the last that holds it. */
    override fun close() {
        if (!isOpen) return
        isOpen = false
        cuda("cuDevicePrimaryCtxRelease_v2", "give the context of GPU $index back", device.toLong())
    }

    public companion object {
        private const val NON_BLOCKING = 1L
        private const val OUT_OF_MEMORY = 2

        /** Why no GPU can be opened here, `null` where one can. */
        @JvmStatic
        public fun unavailableReason(): String? = CudaDriver.unavailable()

        /**
         * Opens GPU [index] for the calling thread.
         *
         * @throws UnsupportedOperationException if there is no driver of CUDA here
         */
        @JvmStatic
        @JvmOverloads
        public fun open(index: Int = 0): CudaDevice {
            unavailableReason()?.let { throw UnsupportedOperationException(it) }
            val device = Ffi.withMemory(8L) { into ->
                cuda("cuDeviceGet", "find GPU $index", into, index.toLong())
                Ffi.intAt(into)
            }
            return CudaDevice(index, device, pointer("cuDevicePrimaryCtxRetain", "have the context of GPU $index", device.toLong())).also {
                it.use()
            }
        }
    }
}

/** Calls a function of the driver, by its name in the library. */
internal fun cuda(name: String, what: String, a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L) {
    val function = CudaDriver.optional(name) ?: throw IllegalStateException("CUDA cannot $what: its driver has no function $name")
    CudaDriver.check(function.call(a, b, c, d), what)
}

/** What a function of the driver writes to its first argument. */
internal fun pointer(name: String, what: String, a: Long = 0L, b: Long = 0L): Long = Ffi.withMemory(8L) { into ->
    cuda(name, what, into, a, b)
    Ffi.longAt(into)
}
