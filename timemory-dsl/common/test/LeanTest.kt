package timemory

import kotlin.collections.distinct as kotlinDistinct
import kotlin.collections.drop as kotlinDrop
import kotlin.collections.minus as kotlinMinus
import kotlin.collections.plus as kotlinPlus
import kotlin.collections.take as kotlinTake
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.text.contains as kotlinContains
import kotlin.text.drop as kotlinDropText
import kotlin.text.dropLast as kotlinDropLast
import kotlin.text.isBlank as kotlinIsBlank
import kotlin.text.lines as kotlinLines
import kotlin.text.padStart as kotlinPadStart
import kotlin.text.removePrefix as kotlinRemovePrefix
import kotlin.text.removeSuffix as kotlinRemoveSuffix
import kotlin.text.repeat as kotlinRepeat
import kotlin.text.split as kotlinSplit
import kotlin.text.substringAfter as kotlinSubstringAfter
import kotlin.text.substringAfterLast as kotlinSubstringAfterLast
import kotlin.text.substringBefore as kotlinSubstringBefore
import kotlin.text.substringBeforeLast as kotlinSubstringBeforeLast
import kotlin.text.take as kotlinTakeText
import kotlin.text.takeLast as kotlinTakeLast
import kotlin.text.toIntOrNull as kotlinIntOrNull
import kotlin.text.toLongOrNull as kotlinLongOrNull
import kotlin.text.trim as kotlinTrim
import kotlin.text.trimEnd as kotlinTrimEnd
import kotlin.text.trimStart as kotlinTrimStart
import timemory.internal.lean.*

/** The functions of `timemory.internal.lean` behave like Kotlin's functions of the same names. */
class LeanTest {
    private val texts = listOf(
        "", " ", "a", "=", "a=b", "a=b=c", "=a=", "==", " a b ", "\t\u00a0a\u2003\n", "a\nb\r\nc\rd\n", "\r\n", "\r\r\n\n",
        "héllo wörld", "\ud83d\ude00=x", "a/b.c/d", "\u2028", "x\u0000y",
    )

    @Test
    fun textsAreTakenApartAsByKotlin() {
        for (text in texts) {
            assertEquals(text.kotlinSubstringBefore('='), text.substringBefore('='))
            assertEquals(text.kotlinSubstringBefore("=", "none"), text.substringBefore("=", "none"))
            assertEquals(text.kotlinSubstringAfter('=', "none"), text.substringAfter('=', "none"))
            assertEquals(text.kotlinSubstringAfter("="), text.substringAfter("="))
            assertEquals(text.kotlinSubstringBeforeLast('='), text.substringBeforeLast('='))
            assertEquals(text.kotlinSubstringAfterLast('=', "none"), text.substringAfterLast('=', "none"))
            assertEquals(text.kotlinSubstringAfterLast("=", "none"), text.substringAfterLast("=", "none"))
            assertEquals(text.kotlinSplit('='), text.split('='))
            assertEquals(text.kotlinLines(), text.lines(), text)
            assertEquals(text.kotlinTrim(), text.trim())
            assertEquals(text.kotlinTrimStart(), text.trimStart())
            assertEquals(text.kotlinTrimEnd(), text.trimEnd())
            assertEquals(text.kotlinTrimEnd('='), text.trimEnd('='))
            assertEquals(text.kotlinIsBlank(), text.isBlank())
            assertEquals(text.kotlinContains('='), '=' in text)
            assertEquals(text.kotlinContains("=b"), "=b" in text)
            assertEquals(text.kotlinRemovePrefix("a"), text.removePrefix("a"))
            assertEquals(text.kotlinRemoveSuffix("="), text.removeSuffix("="))
            for (n in 0..4) {
                assertEquals(text.kotlinTakeText(n), text.take(n))
                assertEquals(text.kotlinDropText(n), text.drop(n))
                assertEquals(text.kotlinTakeLast(n), text.takeLast(n))
                assertEquals(text.kotlinDropLast(n), text.dropLast(n))
                assertEquals(text.kotlinRepeat(n), text.repeat(n))
                assertEquals(text.kotlinPadStart(n, '0'), text.padStart(n, '0'))
            }
        }
        assertFailsWith<IllegalArgumentException> { "a".take(-1) }
    }

    @Test
    fun numbersAreReadAsByKotlin() {
        val numbers = listOf(
            "", "-", "+", "0", "-0", "+7", "007", "12a", "a", " 1", "1 ", "2147483647", "2147483648", "-2147483648", "-2147483649",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "000000000000000000000000001",
            "\u0661\u0662", "1-", "--1", "1.0", "1e3",
        )
        for (text in numbers) {
            assertEquals(text.kotlinLongOrNull(), text.toLongOrNull(), text)
            assertEquals(text.kotlinIntOrNull(), text.toIntOrNull(), text)
        }
    }

    @Test
    fun listsAreMadeAsByKotlin() {
        val lists = listOf(emptyList(), listOf(1), listOf(2, 1), listOf(1, 2, 1, 3, 2))
        for (list in lists) {
            assertEquals(list.kotlinDistinct(), list.distinct())
            for (n in 0..6) {
                assertEquals(list.kotlinTake(n), list.take(n))
                assertEquals(list.kotlinDrop(n), list.drop(n))
                assertEquals(list.kotlinMinus(n), list - n)
                assertEquals(list.kotlinPlus(n), list + n)
            }
            for (other in lists) {
                assertEquals(list.kotlinPlus(other), list + other)
                assertEquals(list.kotlinMinus(other), list - other)
            }
            assertEquals(list.kotlinPlus(arrayOf(7, 8)), list + arrayOf(7, 8))
            assertEquals(list.kotlinPlus(sequenceOf(7, 8)), list + sequenceOf(7, 8))
        }
        assertEquals(listOf("b", "a", "aa", "bb"), listOf("aa", "b", "a", "bb").sortedBy { it.length }, "equal ones stay in their order")
        assertEquals("<a; b>", listOf("a", "b").joinToString("; ", "<", ">"))
    }
}
