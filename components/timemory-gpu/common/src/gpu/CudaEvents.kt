package timemory.gpu

import kotlin.math.roundToLong
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource
import timemory.LateComponent.LateLap
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.pause
import timemory.internal.platform.withMemory

private val MAX_WAIT = 60.seconds

/**
 * A pool of CUDA event pairs, which mark the start and the end of a lap in a stream: the GPU records the time when it reaches one. They are
 * created in batches per context, and reused; they are destroyed with their context.
 */
internal object CudaEvents {
    private val lock = Lock()
    private val spare = HashMap<Long, ArrayList<Long>>()

    /** Starts a lap in [stream] of the current context. */
    fun begin(stream: CudaStream): CudaLap {
        val context = CudaDriver.requireContext()
        val begin = take(context)
        val lap = CudaLap(context, stream, begin, take(context))
        try {
            CudaDriver.check(CudaDriver.recordEvent.call(begin, stream.handle), "record an event in $stream")
        } catch (failure: Throwable) {
            lap.giveBack()
            throw failure
        }
        return lap
    }

    private fun take(context: Long): Long {
        val batch = 2 * GpuSettings.eventBatchSize // before taking the lock, because the first use loads the settings
        return lock.hold {
            val events = spare.getOrPut(context) { ArrayList() }
            if (events.isEmpty()) repeat(batch) { events.add(make()) }
            events.removeAt(events.lastIndex)
        }
    }

    private fun make(): Long = Ffi.withMemory(8L) { into ->
        CudaDriver.check(CudaDriver.createEvent.call(into, 0L), "create an event")
        Ffi.longAt(into)
    }

    fun giveBack(context: Long, event: Long) = lock.hold { spare.getOrPut(context) { ArrayList() }.add(event) }

    /** Forgets the events of a context that was destroyed. */
    fun forget(context: Long) = lock.hold { spare.remove(context) }
}

/** A lap between the events [begin] and [end] in [stream] of [context]. */
internal class CudaLap(
    private val context: Long,
    private val stream: CudaStream,
    private val begin: Long,
    private val end: Long,
) : LateLap {
    private val lock = Lock()
    private var streamName: String? = null
    private var nanoseconds = 0L
    private var isRead = false

    /** Ends the lap: it lasts until the stream has done the work submitted so far. */
    fun end() = CudaDriver.within(context) {
        if (stream.handle != 0L) streamName = CudaDriver.idOf(stream)?.let { "stream $it" }
        CudaDriver.check(CudaDriver.recordEvent.call(end, stream.handle), "record an event in $stream")
    }

    /** Polls instead of calling cuEventSynchronize, which never returns if the device hangs. */
    override fun isKnown(wait: Boolean): Boolean {
        val deadline = TimeSource.Monotonic.markNow() + MAX_WAIT
        while (!hasEnded()) {
            if (!wait) return false
            check(deadline.hasNotPassedNow()) { "$stream had not finished after $MAX_WAIT" }
            pause(microseconds = 20)
        }
        return true
    }

    private fun hasEnded(): Boolean = lock.hold {
        if (isRead) return true
        within {
            val status = CudaDriver.queryEvent.call(end)
            if (status.toInt() != CudaDriver.NOT_READY) CudaDriver.check(status, "query whether $stream has finished")
            status.toInt() == CudaDriver.SUCCESS
        }
    }

    /** Results and the coroutine of the lap may ask at once: the events are read and returned to the pool once. */
    override fun value(): Long = lock.hold {
        if (isRead) return nanoseconds
        within {
            val milliseconds = Ffi.withMemory(8L) { into ->
                CudaDriver.check(CudaDriver.elapsedTime.call(into, begin, end), "query the time between two events")
                Float.fromBits(Ffi.intAt(into))
            }
            giveBack()
            nanoseconds = (milliseconds.toDouble() * 1e6).roundToLong()
            isRead = true
            nanoseconds
        }
    }

    /** Returns the value by stream, if it was started with one, because a region may be measured in several. */
    override fun parts(): Map<String, Long> = streamName?.let { mapOf(it to nanoseconds) } ?: emptyMap()

    fun giveBack() {
        CudaEvents.giveBack(context, begin)
        CudaEvents.giveBack(context, end)
    }

    /** Handles a context that was destroyed in the meantime. */
    private inline fun <R> within(action: () -> R): R = try {
        CudaDriver.within(context, action)
    } catch (failure: IllegalStateException) {
        CudaEvents.forget(context)
        throw failure
    }
}
