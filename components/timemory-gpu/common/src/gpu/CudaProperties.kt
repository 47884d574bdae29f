package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory

/**
 * What a GPU says of itself. A number that its driver does not know, or tells as 0, is 0.
 *
 * Source: `cuDeviceGetName` and `cuDeviceGetAttribute` of the CUDA driver.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property name of the product
 * @property computeCapability major version times ten, plus the minor one: 90 is 9.0
 * @property multiprocessors how many there are
 * @property kilohertz the frequency of the multiprocessors, in thousands of cycles per second: the highest that the maker names, not that
 * of the moment
 * @property memoryKilohertz the frequency of the memory, likewise
 * @property memoryBits how many bits go between the GPU and its memory at once
 * @property secondCacheBytes how large the cache is that all multiprocessors share
 * @property hasFirstCache whether a multiprocessor's own cache keeps what is read from memory
 * @property maxThreadsOfBlock how many threads a block may have
 * @property maxThreadsOfMultiprocessor how many threads a multiprocessor has at once
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
     * What the memory can hand over at most, in bytes per second, as its frequency and width have it; 0 where they are not known. Each
     * cycle hands over twice.
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

        /** Those of [device]. Throws an [IllegalStateException] where the driver does not tell. */
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
