package timemory.gpu

import kotlin.jvm.JvmField
import timemory.ExperimentalTimemoryApi
import timemory.Stream

/**
 * A stream of CUDA, by its handle: what a `CUstream` of the driver interface or a `cudaStream_t` of the runtime holds, as an integer. It is
 * not made or destroyed here.
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
        /** The default stream of the context that is current on the calling thread. */
        @JvmField
        public val DEFAULT: CudaStream = CudaStream(0L)
    }
}

/** This stream, which [component] is started with, as one of CUDA. */
internal fun Stream.ofCuda(component: String): CudaStream =
    requireNotNull(this as? CudaStream) { "component $component takes streams of CUDA, a CudaStream, and not $this" }
