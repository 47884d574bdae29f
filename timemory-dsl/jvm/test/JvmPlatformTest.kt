package timemory.internal.platform

import java.time.LocalDateTime
import java.time.ZoneOffset
import java.time.temporal.ChronoUnit
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.internal.text.wordsOf

/** Values determined without the JDK's own means, which would slow down a program's start too much, are compared with those. */
class JvmPlatformTest {
    @Test
    fun theProcessHasTheNumberThatJavaSays() = assertEquals(ProcessHandle.current().pid(), processId())

    @Test
    fun calendarsAgreeWithJava() {
        val random = Random(1)
        val leapYears = (1900L..2400L step 100).map { LocalDateTime.of(it.toInt(), 2, 28, 23, 59, 59).toEpochSecond(ZoneOffset.UTC) }
        val seconds = List(20_000) { random.nextLong(-70_000_000_000L, 70_000_000_000L) } + leapYears + leapYears.map { it + 1 } + 0L
        for (second in seconds) assertEquals("${LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC)}", text(calendarTime(second)))
    }

    @Test
    fun theLocalTimeIsThatOfJava() {
        val before = LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS)
        val now = LocalDateTime.parse(text(localTime()))
        assertTrue(now in before..LocalDateTime.now(), "$before $now")
    }

    private fun text(time: CalendarTime): String =
        "${LocalDateTime.of(time.year, time.month, time.day, time.hour, time.minute, time.second)}"

    @Test
    fun wordsAreWhatSplittingLeaves() {
        val random = Random(2)
        repeat(2_000) {
            val text = String(CharArray(random.nextInt(12)) { "ab,; \t\n_".random(random) })
            assertEquals(text.split(',', ';', ' ', '\t', '\n').filter { it.isNotEmpty() }, wordsOf(text), text)
        }
    }
}
