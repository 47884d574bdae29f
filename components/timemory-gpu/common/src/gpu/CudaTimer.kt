package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory

/**
 * How long a GPU takes for what is begun in [streams] between [begin] and [end]: from when the first stream has done what it was given
 * before, to when the last of them is done. The work of all begins after that point, as the other streams wait for it.
 * ```
 * timer.begin()
 * kernel.launch(blocks, threads, stream, memory, n)
 * timer.end()
 * val taken = timer.nanoseconds()
 * ```
 * All functions throw an [IllegalStateException] with CUDA's reason where CUDA refuses; a kernel that failed while it ran is told by
 * [nanoseconds].
 *
 * Source: `cuEventRecord`, `cuStreamWaitEvent` and `cuEventElapsedTime` of the CUDA driver; exact to about half a microsecond.
 *
 * ### Thread-safety
 * To be used by one thread at a time, on which the context of the streams is current.
 *
 * @throws IllegalArgumentException if there is no stream
 */
@ExperimentalTimemoryApi
public class CudaTimer(streams: List<CudaStream>) : AutoCloseable {
    private val streams = streams.toList()
    private val begin: Long
    private val ends: List<Long>

    init {
        require(streams.isNotEmpty()) { "a timer needs a stream" }
        val made = ArrayList<Long>()
        try {
            repeat(streams.size + 1) { made.add(pointer("cuEventCreate", "make an event", WITH_TIME)) }
        } catch (failure: Throwable) {
            destroy(made)
            throw failure
        }
        begin = made[0]
        ends = made.drop(1)
    }

    /** What is begun in the streams from now on counts. */
    public fun begin() {
        cuda("cuEventRecord", "record an event in ${streams[0]}", begin, streams[0].handle)
        for (stream in streams.drop(1)) cuda("cuStreamWaitEvent", "have $stream wait for ${streams[0]}", stream.handle, begin)
    }

    /** What is begun in the streams from now on no longer counts. */
    public fun end() {
        for ((i, stream) in streams.withIndex()) cuda("cuEventRecord", "record an event in $stream", ends[i], stream.handle)
    }

    /** Waits for [end], and tells the time since [begin] in nanoseconds. */
    public fun nanoseconds(): Double = ends.maxOf { end ->
        CudaDriver.check(CudaDriver.synchronizeEvent.call(end), "wait for an event")
        Ffi.withMemory(8L) { into ->
            CudaDriver.check(CudaDriver.elapsedTime.call(into, begin, end), "tell the time between two events")
            Float.fromBits(Ffi.intAt(into)) * NANOSECONDS_OF_MILLISECOND
        }
    }

    /** Gives the events back. */
    override fun close() {
        destroy(listOf(begin) + ends)
    }

    private fun destroy(events: List<Long>) {
        for (event in events) CudaDriver.destroyEvent.call(event)
    }

    private companion object {
        const val WITH_TIME = 0L
        const val NANOSECONDS_OF_MILLISECOND = 1e6
    }
}
