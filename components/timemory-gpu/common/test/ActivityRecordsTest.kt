package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.gpu.ActivityLap
import timemory.gpu.ActivityRecords
import timemory.gpu.ActivitySpan

/** Which records wait for their region, and for how long. */
class ActivityRecordsTest {
    private val records = ActivityRecords()

    private fun flush() = records.whole(records.beginFlush())

    @Test
    fun workThatNoRegionBeganDoesNotTakeTheRoomOfLaterRegions() {
        val lap = ActivityLap()
        var asksForFlush = false
        for (call in 1..1_200_000) {
            records.add(call, "outside", isOnDevice = true, start = 1L, end = 2L)
            if (call % 100_000 == 0 && records.end(ActivityLap()) >= 50_000) {
                asksForFlush = true
                flush()
            }
        }
        assertTrue(asksForFlush)
        records.open(ActivitySpan(1L, lap, null))
        records.add(-1, "inside", isOnDevice = true, start = 1L, end = 1001L)
        records.correlate(-1, 1L)
        assertEquals(1000L, lap.nanoseconds)
        val lost = records.forget()
        assertEquals(0L, lost.overLimit.count)
        assertEquals(1_200_000L, lost.outside.count)
    }

    @Test
    fun aRecordThatComesDuringAFlushWaitsForItsCall() {
        val lap = ActivityLap()
        records.open(ActivitySpan(1L, lap, null))
        val laps = records.beginFlush()
        records.add(7, "kernel", isOnDevice = true, start = 1L, end = 301L)
        records.whole(laps)
        records.correlate(7, 1L)
        assertEquals(300L, lap.nanoseconds)
        assertEquals(0L, records.forget().outside.count)
    }
}
