package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText
import timemory.internal.text.shorten

/** Kernels compiled together by [CudaDevice.compile]. The thread-safety is the device's. */
@ExperimentalTimemoryApi
public class CudaModule internal constructor(private val module: Long) {
    /** Returns the kernel [name], which the source declares as `extern "C"`. */
    public fun kernel(name: String): CudaKernel =
        Ffi.withText(name) { CudaKernel(name, pointer("cuModuleGetFunction", "find the kernel '${shorten(name)}'", module, it)) }
}

/**
 * A kernel of a [CudaModule].
 *
 * @property name in the source
 */
@ExperimentalTimemoryApi
public class CudaKernel internal constructor(public val name: String, private val function: Long) {
    /**
     * Launches the kernel in [stream], with [blocks] blocks of [threads] threads, without waiting for it. Arguments are [CudaMemory],
     * `Int`, `Long`, `Float` or `Double`, and must match the kernel's parameters: CUDA cannot check that.
     */
    public fun launch(blocks: Int, threads: Int, stream: CudaStream, vararg arguments: Any) {
        require(blocks > 0 && threads > 0) { "a kernel cannot have $blocks blocks of $threads threads" }
        val count = arguments.size
        Ffi.withMemory(CONFIGURATION + 16L * count) { memory ->
            for ((i, size) in listOf(blocks, 1, 1, threads, 1, 1).withIndex()) Ffi.putInt(memory + 4L * i, size)
            Ffi.putLong(memory + STREAM, stream.handle)
            for (i in 0 until count) {
                val value = memory + CONFIGURATION + 8L * (count + i)
                Ffi.putLong(memory + CONFIGURATION + 8L * i, value)
                put(value, arguments[i])
            }
            cuda("cuLaunchKernelEx", "launch the kernel '$name'", memory, function, memory + CONFIGURATION)
        }
    }

    /**
     * Returns how many blocks of [threads] threads a multiprocessor can run at once, limited by the kernel's registers and memory; 0 if
     * none. Multiplied by the number of multiprocessors, they fill the GPU.
     */
    public fun blocksOfMultiprocessor(threads: Int): Int = Ffi.withMemory(8L) { into ->
        cuda(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", "query how many blocks of the kernel '$name' run at once", into, function,
            threads.toLong(),
        )
        Ffi.intAt(into)
    }

    private fun put(at: Long, argument: Any) = when (argument) {
        is CudaMemory -> Ffi.putLong(at, argument.address)
        is Int -> Ffi.putInt(at, argument)
        is Long -> Ffi.putLong(at, argument)
        is Float -> Ffi.putInt(at, argument.toRawBits())
        is Double -> Ffi.putLong(at, argument.toRawBits())
        else -> throw IllegalArgumentException(
            "kernel '$name' does not take a ${argument::class.simpleName}, only CudaMemory, Int, Long, " +
                "Float and Double",
        )
    }

    /** `CUlaunchConfig`: the numbers of blocks and threads, and the stream; no attributes. */
    private companion object {
        const val CONFIGURATION = 56L
        const val STREAM = 32L
    }
}
