package timemory.gpu

import timemory.ExperimentalTimemoryApi
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory

/**
 * Measures the GPU time of the work submitted to [streams] between [begin] and [end]: from when the first stream has finished its earlier
 * work until the last stream is done. The other streams wait for that start, so no work starts before it.
 * ```
 * timer.begin()
 * kernel.launch(blocks, threads, stream, memory, n)
 * timer.end()
 * val taken = timer.nanoseconds()
 * ```
 * All functions throw an [IllegalStateException] with CUDA's reason if a call fails; [nanoseconds] throws for a kernel that failed while it
 * ran.
 *
 * Source: `cuEventRecord`, `cuStreamWaitEvent` and `cuEventElapsedTime` of the CUDA driver; with a precision of about half a microsecond.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time, on which the context of the streams is current.
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

    /** Starts the timed interval: work submitted to the streams from now on counts. */
    public fun begin() {
        cuda("cuEventRecord", "record an event in ${streams[0]}", begin, streams[0].handle)
        for (stream in streams.drop(1)) cuda("cuStreamWaitEvent", "have $stream wait for ${streams[0]}", stream.handle, begin)
    }

    /** Ends the timed interval: work submitted to the streams from now on does not count. */
    public fun end() {
        for ((i, stream) in streams.withIndex()) cuda("cuEventRecord", "record an event in $stream", ends[i], stream.handle)
    }

    /** Waits for [end], and returns the time since [begin] in nanoseconds. */
    public fun nanoseconds(): Double = ends.maxOf { end ->
        CudaDriver.check(CudaDriver.synchronizeEvent.call(end), "wait for an event")
        Ffi.withMemory(8L) { into ->
            CudaDriver.check(CudaDriver.elapsedTime.call(into, begin, end), "tell the time between two events")
            Float.fromBits(Ffi.intAt(into)) * NANOSECONDS_OF_MILLISECOND
        }
    }

    /** Destroys the events. */
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
