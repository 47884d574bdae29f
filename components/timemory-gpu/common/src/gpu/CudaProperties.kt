package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory

/**
 * The properties of a GPU. Unknown numbers, and those that the driver reports as 0, are 0.
 *
 * Source: `cuDeviceGetName` and `cuDeviceGetAttribute` of the CUDA driver.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property name of the product
 * @property computeCapability major version times ten, plus the minor one: 90 is 9.0
 * @property multiprocessors their number
 * @property kilohertz the frequency of the multiprocessors, in kHz: the maximum specified by the manufacturer, not the current one
 * @property memoryKilohertz the frequency of the memory, likewise
 * @property memoryBits the width of the memory bus in bits
 * @property secondCacheBytes the size of the cache shared by all multiprocessors
 * @property hasFirstCache whether a multiprocessor's own cache keeps data read from memory
 * @property maxThreadsOfBlock the maximum number of threads per block
 * @property maxThreadsOfMultiprocessor the maximum number of threads per multiprocessor
 */
@ExperimentalTimemoryApi
public class CudaProperties internal constructor(
    public val name: String,
    public val computeCapability: Int,
    public val multiprocessors: Int,
    public val kilohertz: Long,
    public val memoryKilohertz: Long,
    public val memoryBits: Int,
    public val secondCacheBytes: Long,
    public val hasFirstCache: Boolean,
    public val maxThreadsOfBlock: Int,
    public val maxThreadsOfMultiprocessor: Int,
) {
    /**
     * The theoretical peak bandwidth of the memory, in bytes per second, from its frequency and width; 0 if they are unknown. Memory
     * transfers data twice per cycle.
     */
    public val memoryBytesPerSecond: Double get() = memoryKilohertz * 1e3 * TWICE_A_CYCLE * memoryBits / BITS_OF_BYTE

    override fun toString(): String = name

    internal companion object {
        private const val TWICE_A_CYCLE = 2.0
        private const val BITS_OF_BYTE = 8.0
        private const val MAX_NAME_LENGTH = 256L
        private const val MAX_THREADS_PER_BLOCK = 1L
        private const val CLOCK_RATE = 13L
        private const val MULTIPROCESSOR_COUNT = 16L
        private const val MEMORY_CLOCK_RATE = 36L
        private const val GLOBAL_MEMORY_BUS_WIDTH = 37L
        private const val L2_CACHE_SIZE = 38L
        private const val MAX_THREADS_PER_MULTIPROCESSOR = 39L
        private const val COMPUTE_CAPABILITY_MAJOR = 75L
        private const val COMPUTE_CAPABILITY_MINOR = 76L
        private const val GLOBAL_L1_CACHE_SUPPORTED = 79L

        /** Returns the properties of [device]. Throws an [IllegalStateException] if the driver does not report them. */
        fun of(device: Int): CudaProperties {
            val name = Ffi.withMemory(MAX_NAME_LENGTH) { into ->
                cuda("cuDeviceGetName", "tell the name of a GPU", into, MAX_NAME_LENGTH, device.toLong())
                Ffi.textAt(into, MAX_NAME_LENGTH.toInt())
            }
            fun attribute(number: Long): Int = Ffi.withMemory(8L) { into ->
                cuda("cuDeviceGetAttribute", "tell of its GPU $name", into, number, device.toLong())
                maxOf(0, Ffi.intAt(into))
            }
            return CudaProperties(
                name,
                attribute(COMPUTE_CAPABILITY_MAJOR) * 10 + attribute(COMPUTE_CAPABILITY_MINOR),
                attribute(MULTIPROCESSOR_COUNT),
                attribute(CLOCK_RATE).toLong(),
                attribute(MEMORY_CLOCK_RATE).toLong(),
                attribute(GLOBAL_MEMORY_BUS_WIDTH),
                attribute(L2_CACHE_SIZE).toLong(),
                attribute(GLOBAL_L1_CACHE_SUPPORTED) != 0,
                attribute(MAX_THREADS_PER_BLOCK),
                attribute(MAX_THREADS_PER_MULTIPROCESSOR),
            )
        }
    }
}
