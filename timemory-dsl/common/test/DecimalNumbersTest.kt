package timemory

import kotlin.math.abs
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.text.toDecimalOrNull

/** Numbers in settings and files, compared with Kotlin's own parsing of the same text. */
class DecimalNumbersTest {
    @Test
    fun numbersThatPeopleWriteAreExact() {
        val random = Random(5)
        repeat(10_000) {
            val digits = random.nextLong(1_000_000_000_000_000L)
            val fraction = "${digits / 1_000}.${digits % 1_000}"
            val text = listOf("$digits", "-$digits", "+$digits.", fraction, "${digits}e-${random.nextInt(23)}").random(random)
            assertEquals(text.toDouble(), text.toDecimalOrNull(), text)
        }
        for (text in listOf("0", "-0", "0.0", ".5", "5.", "99.9", "1e3", "1E+3", "25e-1", "  7 ", "00012.50")) {
            assertEquals(text.toDouble(), text.toDecimalOrNull(), text)
        }
    }

    @Test
    fun othersDifferInTheLastBitAtMost() {
        val random = Random(6)
        repeat(10_000) {
            val number = Double.fromBits(random.nextLong())
            if (!number.isFinite()) return@repeat
            val read = assertNotNull(number.toString().toDecimalOrNull(), "$number")
            assertTrue(abs(read - number) <= abs(number) * 1e-14 || abs(number) < 1e-300, "$number is read as $read")
        }
        assertEquals(Double.POSITIVE_INFINITY, "1e999999999999".toDecimalOrNull())
        assertEquals(0.0, "1e-999999999999".toDecimalOrNull())
    }

    @Test
    fun whatIsNoNumberIsNone() {
        for (text in listOf("", " ", ".", "-", "e5", "1e", "1e+", "1.2.3", "0x10", "NaN", "Infinity", "1 2", "1,5", "--1", "١")) {
            assertNull(text.toDecimalOrNull(), text)
        }
    }
}
