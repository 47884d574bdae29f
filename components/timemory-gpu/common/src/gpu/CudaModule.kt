package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText
import timemory.internal.text.shorten

/** Kernels that were compiled together, by [CudaDevice.compile]. To be used as that. */
@ExperimentalTimemoryApi
public class CudaModule internal constructor(private val module: Long) {
    /** The kernel [name], which the source declares as `extern "C"`. */
    public fun kernel(name: String): CudaKernel =
        Ffi.withText(name) { CudaKernel(name, pointer("cuModuleGetFunction", "find the kernel '${shorten(name)}'", module, it)) }
}

/**
 * A kernel of a [CudaModule].
 *
 * @property name as the source has it
 */
@ExperimentalTimemoryApi
public class CudaKernel internal constructor(public val name: String, private val function: Long) {
    /**
     * Begins it in [stream], with [blocks] blocks of [threads] threads, and does not wait for it. Arguments are [CudaMemory], `Int`,
     * `Long`, `Float` or `Double`, as the kernel has them: CUDA cannot tell if they are not.
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
     * How many blocks of [threads] threads a multiprocessor runs at once, by the registers and the memory that the kernel takes: 0 where it
     * can run none. As many of the GPU's multiprocessors times that fill it.
     */
    public fun blocksOfMultiprocessor(threads: Int): Int = Ffi.withMemory(8L) { into ->
        cuda(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", "tell how many blocks of the kernel '$name' run at once", into, function,
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
            "kernel '$name' cannot be given a ${argument::class.simpleName}: CudaMemory, Int, Long, " +
                "Float and Double can be",
        )
    }

    /** `CUlaunchConfig`: numbers of blocks and threads, and the stream; no attributes. */
    private companion object {
        const val CONFIGURATION = 56L
        const val STREAM = 32L
    }
}
