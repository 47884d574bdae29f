package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory

/**
 * GPU memory allocated by [CudaDevice.allocate].
 *
 * ### Thread-safety
 * Like [CudaDevice].
 *
 * @property address on the GPU
 * @property bytes the size
 */
@ExperimentalTimemoryApi
public class CudaMemory internal constructor(public val address: Long, public val bytes: Long) : AutoCloseable {
    private var isOpen = true

    /** Copies [numbers] to the start of the memory, and waits for completion. */
    public fun write(numbers: FloatArray): Unit = write(4L, numbers.size) { at, i -> Ffi.putInt(at, numbers[i].toRawBits()) }

    /** Copies [numbers] to the start of the memory, and waits for completion. */
    public fun write(numbers: DoubleArray): Unit = write(8L, numbers.size) { at, i -> Ffi.putLong(at, numbers[i].toRawBits()) }

    /** Copies half-precision numbers to the GPU, given by their bits. */
    public fun write(numbers: ShortArray): Unit = write(2L, numbers.size) { at, i ->
        Ffi.putByte(at, numbers[i].toByte())
        Ffi.putByte(at + 1, (numbers[i].toInt() shr 8).toByte())
    }

    /** Copies [numbers] to the start of the memory, and waits for completion. */
    public fun write(numbers: LongArray): Unit = write(8L, numbers.size) { at, i -> Ffi.putLong(at, numbers[i]) }

    /** Returns the first [count] numbers, once all earlier work in the default stream is done. */
    public fun readFloats(count: Int): FloatArray =
        read(4L, count) { from -> FloatArray(count) { Float.fromBits(Ffi.intAt(from + 4L * it)) } }

    /** Returns the first [count] numbers, once all earlier work in the default stream is done. */
    public fun readDoubles(count: Int): DoubleArray =
        read(8L, count) { from -> DoubleArray(count) { Double.fromBits(Ffi.longAt(from + 8L * it)) } }

    /** Returns the first [count] numbers, once all earlier work in the default stream is done. */
    public fun readLongs(count: Int): LongArray = read(8L, count) { from -> LongArray(count) { Ffi.longAt(from + 8L * it) } }

    /** Copies half-precision numbers from the GPU and returns their bits. */
    public fun readHalves(count: Int): ShortArray = read(2L, count) { from ->
        ShortArray(count) {
            ((Ffi.byteAt(from + 2L * it).toInt() and 0xFF) or (Ffi.byteAt(from + 2L * it + 1).toInt() shl 8)).toShort()
        }
    }

    private inline fun write(size: Long, count: Int, put: (Long, Int) -> Unit) {
        val length = checked(size, count)
        Ffi.withMemory(maxOf(1L, length)) { from ->
            for (i in 0 until count) put(from + size * i, i)
            cuda("cuMemcpyHtoD_v2", "copy $length bytes to the GPU", address, from, length)
        }
    }

    private inline fun <R> read(size: Long, count: Int, get: (Long) -> R): R {
        val length = checked(size, count)
        return Ffi.withMemory(maxOf(1L, length)) { into ->
            cuda("cuMemcpyDtoH_v2", "copy $length bytes from the GPU", into, address, length)
            get(into)
        }
    }

    private fun checked(size: Long, count: Int): Long {
        check(isOpen) { "the memory was freed" }
        require(count >= 0 && size * count <= bytes) { "$count numbers of $size bytes do not fit in $bytes bytes of the GPU's memory" }
        return size * count
    }

    /** Frees the memory. */
    override fun close() {
        if (!isOpen) return
        isOpen = false
        cuda("cuMemFree_v2", "free memory", address)
    }
}
