package timemory.forwarding

import kotlin.jvm.JvmField
import timemory.ExperimentalTimemoryApi
import timemory.Stream

/**
 * A HIP stream, identified by its handle: the value of a `hipStream_t` as an integer. It is not created or destroyed here.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property handle the pointer; 0 for the default stream
 */
@ExperimentalTimemoryApi
public class HipStream(public val handle: Long) : Stream {
    override fun equals(other: Any?): Boolean = other is HipStream && other.handle == handle

    override fun hashCode(): Int = handle.hashCode()

    override fun toString(): String = if (handle == 0L) "the default stream" else "stream 0x${handle.toULong().toString(16)}"

    public companion object {
        /** The default stream of the calling thread's current device. */
        @JvmField
        public val DEFAULT: HipStream = HipStream(0L)
    }
}
