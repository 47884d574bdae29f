package timemory.gpu

import kotlin.jvm.JvmField
import timemory.ExperimentalTimemoryApi
import timemory.Stream

/**
 * A CUDA stream, identified by its handle: the value of a `CUstream` of the driver API or a `cudaStream_t` of the runtime as an integer. It
 * is not created or destroyed here.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property handle the pointer; 0 for the default stream
 */
@ExperimentalTimemoryApi
public class CudaStream(public val handle: Long) : Stream {
    override fun equals(other: Any?): Boolean = other is CudaStream && other.handle == handle

    override fun hashCode(): Int = handle.hashCode()

    override fun toString(): String = if (handle == 0L) "the default stream" else "stream 0x${handle.toULong().toString(16)}"

    public companion object {
        /** The default stream of the calling thread's current context. */
        @JvmField
        public val DEFAULT: CudaStream = CudaStream(0L)
    }
}

/** Returns this stream as a CUDA stream, to start [component] with. */
internal fun Stream.ofCuda(component: String): CudaStream =
    requireNotNull(this as? CudaStream) { "component $component takes a CUDA stream (CudaStream), not $this" }
