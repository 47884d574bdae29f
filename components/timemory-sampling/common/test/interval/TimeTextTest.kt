package timemory.sampling.interval

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.text.nanosecondsOf

/** Times in the sampler's settings. */
class TimeTextTest {
    @Test
    fun aTimeHasAUnitOrIsInSeconds() {
        assertEquals(50_000_000L, nanosecondsOf("50ms"))
        assertEquals(2_500_000_000L, nanosecondsOf("2.5"))
        assertEquals(500_000_000L, nanosecondsOf("0.5 s"))
        assertEquals(60_000_000_000L, nanosecondsOf("1min"))
        assertEquals(3_600_000_000_000L, nanosecondsOf("1h"))
    }

    @Test
    fun whatIsNoTimeIsNone() {
        for (text in listOf("", "ms", "fast", "-1", "1e3", "1.2.3", "5 days")) assertNull(nanosecondsOf(text), "'$text'")
    }

    @Test
    fun aTimeIsShownAsItIsRead() {
        for (text in listOf("50ms", "1s", "0.5ms", "3600s", "1500ms")) assertEquals(text, textOfTime(nanosecondsOf(text)!!))
    }

    @Test
    fun bothBoundsAreAllowed() {
        val times = TimeText(1_000_000L, 1_000_000_000L, "a time")
        assertTrue(times.accepts("1ms") && times.accepts("1s"))
        assertFalse(times.accepts("0.9ms") || times.accepts("1001ms") || times.accepts("x"))
    }
}
