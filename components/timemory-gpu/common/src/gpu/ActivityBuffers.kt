package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.withMemory
import timemory.results.DeviceActivity

/**
 * Manages the buffers that CUPTI writes its records to, and reads them. CUPTI requests a buffer when it needs one, on the thread that
 * called CUDA, and returns it when it is full or flushed, on any thread. A record's name and times are copied out of it at once.
 *
 * Nothing is thrown into CUPTI and no problem is reported on its threads: the thread that makes results waits for them, so reporting, which
 * waits for that thread, would deadlock.
 */
internal class ActivityBuffers(
    private val kinds: () -> Set<ActivityKind>,
    private val records: () -> ActivityRecords,
    private val timeline: () -> GpuTimeline,
) {
    private val lock = Lock()
    private val spare = ArrayList<Long>()
    private val names = ActivityNames()

    /** Records that CUPTI had no room for, and buffers that could not be read, since [forget]. */
    class Lost(val records: Long, val buffers: Long, val reason: String)

    /** How many buffers were returned, and how often a record showed that a thread was [ExternalCorrelation.LOOKING]. */
    @Volatile
    var come = 0L
        private set

    @Volatile
    var sightings = 0L
        private set

    private var dropped = 0L
    private var unreadable = 0L
    private var reason = ""

    /** Registers the callbacks by which CUPTI requests and returns buffers. */
    fun register() = CuptiLibrary.check(
        CuptiLibrary.registerCallbacks.call(
            Ffi.callback { buffer, size, most, _, _ -> request(buffer, size, most) },
            Ffi.callback { context, stream, buffer, _, valid -> complete(context, stream and 0xFFFF_FFFFL, buffer, valid) },
        ),
        "take buffers for its records",
    )

    private fun request(buffer: Long, size: Long, most: Long) {
        val memory = try {
            lock.hold { spare.removeLastOrNull() } ?: Ffi.allocate(BYTES)
        } catch (_: Throwable) {
            0L // out of memory: CUPTI drops records, and counts them
        }
        Ffi.putLong(buffer, memory)
        Ffi.putLong(size, if (memory == 0L) 0L else BYTES)
        Ffi.putLong(most, 0L)
    }

    private fun complete(context: Long, stream: Long, buffer: Long, valid: Long) {
        try {
            Ffi.withMemory(8L) { into ->
                if (valid > 0L) lock.hold { come++ }
                read(buffer, valid, into)
                Ffi.putLong(into, 0L)
                CuptiLibrary.check(CuptiLibrary.droppedRecords.call(context, stream, into), "report how many records it dropped")
                lock.hold { dropped += Ffi.longAt(into) }
            }
        } catch (failure: Throwable) {
            lock.hold {
                unreadable++
                reason = failure.message ?: failure.toString()
            }
        }
        if (buffer == 0L) return
        val kept = lock.hold { spare.size < MAX_SPARE && spare.add(buffer) }
        if (!kept) Ffi.free(buffer)
    }

    private fun read(buffer: Long, valid: Long, into: Long) {
        val wanted = kinds()
        val records = records()
        while (valid > 0L) {
            val status = CuptiLibrary.nextRecord.call(buffer, valid, into)
            if (status.toInt() == CuptiLibrary.NO_MORE) return
            CuptiLibrary.check(status, "read a buffer of records")
            readRecord(Ffi.longAt(into), wanted, records)
        }
    }

    private fun readRecord(record: Long, wanted: Set<ActivityKind>, records: ActivityRecords) {
        val number = Ffi.intAt(record)
        if (number == ExternalCorrelation.KIND) {
            if (Ffi.intAt(record + ExternalCorrelation.EXTERNAL_KIND) != ExternalCorrelation.CUSTOM) return
            val id = Ffi.longAt(record + ExternalCorrelation.EXTERNAL_ID)
            if (id == ExternalCorrelation.LOOKING) return lock.hold { sightings++ }
            records.correlate(Ffi.intAt(record + ExternalCorrelation.CORRELATION), id)
            return
        }
        val kind = ActivityKind.of(number) ?: return
        if (kind !in wanted) return
        val name = names.of(kind, record)
        val start = Ffi.longAt(record + kind.start)
        val end = Ffi.longAt(record + kind.end)
        records.add(Ffi.intAt(record + kind.correlation), name, kind.isOnDevice, start, end)
        if (kind.isOnDevice && start != 0L && end >= start) {
            timeline().add(
                DeviceActivity(
                    name, Ffi.intAt(record + kind.device), Ffi.intAt(record + kind.stream), start,
                    end - start,
                ),
            )
        }
    }

    /** Returns the losses since the last call, and resets them. */
    fun forget(): Lost = lock.hold {
        Lost(dropped, unreadable, reason).also {
            dropped = 0L
            unreadable = 0L
            reason = ""
        }
    }

    private companion object {
        const val BYTES = 1L shl 20
        const val MAX_SPARE = 8
    }
}
