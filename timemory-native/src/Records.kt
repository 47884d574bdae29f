package timemory.capi

import kotlin.concurrent.AtomicLong
import kotlin.native.concurrent.ThreadLocal
import timemory.OpenRegion

/** The number of a record that is not recorded. */
internal const val UNRECORDED = -1L

@ThreadLocal
private var recordsOfThread: Records? = null

internal val records: Records get() = recordsOfThread ?: Records().also { recordsOfThread = it }

/**
 * The open records of one thread. A record's number has three parts: its thread, the number of records that the thread had started before,
 * and its index here, so that it is found at once, and is not mistaken for another thread's or an earlier record.
 */
internal class Records {
    private val thread = threads.addAndGet(1L) and (1L shl THREAD_BITS) - 1L
    private var begun = 0L
    private var regions = arrayOfNulls<OpenRegion>(16)
    private var ids = LongArray(16)

    /** No index below this one is free. */
    private var firstFree = 0

    fun add(region: OpenRegion): Long {
        var place = firstFree
        while (place < regions.size && regions[place] != null) place++
        if (place == regions.size) {
            if (place == 1 shl PLACE_BITS) return UNRECORDED
            regions = regions.copyOf(place * 2)
            ids = ids.copyOf(place * 2)
        }
        firstFree = place + 1
        begun = begun + 1 and (1L shl COUNT_BITS) - 1L
        val id = (thread shl COUNT_BITS or begun) shl PLACE_BITS or place.toLong()
        regions[place] = region
        ids[place] = id
        return id
    }

    /** Removes the region with the number from the thread's open records and returns it; `null` if there is none. */
    fun remove(id: Long): OpenRegion? {
        val place = (id and (1L shl PLACE_BITS) - 1L).toInt()
        if (id < 0 || place >= regions.size || ids[place] != id) return null
        val region = regions[place] ?: return null
        regions[place] = null
        if (place < firstFree) firstFree = place
        return region
    }

    private companion object {
        const val PLACE_BITS = 20
        const val COUNT_BITS = 27
        const val THREAD_BITS = 16
        val threads = AtomicLong(0L)
    }
}
