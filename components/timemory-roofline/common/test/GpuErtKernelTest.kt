package timemory.roofline

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotEquals

/** The CPU's computations for checking a GPU. */
class GpuErtKernelTest {
    @Test
    fun everyCheckTellsOneOperationMoreOrLess() {
        for (type in GpuErtType.entries) {
            for (operation in Operation.GPU) {
                for (times in GpuErtKernel.TIMES) {
                    val right = GpuErtKernel(type, operation, times).checkAfter(4096)
                    for (wrong in listOf(times - 1, times + 1)) {
                        assertNotEquals(
                            right, GpuErtKernel(type, operation, wrong).checkAfter(4096),
                            "${type.id} ${operation.id}: $wrong and $times times",
                        )
                    }
                }
            }
        }
    }

    @Test
    fun sumsAreThoseOfArithmetic() {
        // 1 to 8, each with one added four times, or tripled and incremented twice.
        assertEquals(
            (5..12).sumOf { it.toDouble().toRawBits().let { bits -> (bits and 0xFFFFFFFFL) + (bits ushr 32) } },
            GpuErtKernel(GpuErtType.F64, Operation.ADD, 4).checkAfter(8),
        )
        assertEquals((1L..8L).sumOf { 9 * it + 4 }, GpuErtKernel(GpuErtType.I32, Operation.FMA, 2).checkAfter(8))
        assertEquals(36L, GpuErtKernel(GpuErtType.I32, Operation.FMA, 2).checkBefore(8))
    }

    @Test
    fun halvesAreTheNearestAndOfTwoAsNearTheEvenOne() {
        val expected = mapOf(
            1f to 0x3C00, -2f to 0xC000, 65504f to 0x7BFF, 2049f to 0x6800, 2051f to 0x6802, 0.5f to 0x3800, 0f to 0,
            1.00390625f to 0x3C04,
        )
        assertEquals(expected, expected.keys.associateWith { Half.bits(it) })
        assertEquals(2052f, Half.rounded(2051f))
        assertContains(assertFailsWith<IllegalArgumentException> { Half.bits(70_000f) }.message!!, "70000")
    }

    @Test
    fun sumsOfWordsAreThoseOfEachElement() {
        // 1 to 8, and 1 to 3 again; two halves share a word, the first in the lower bits.
        assertEquals(36L + 6, GpuErtKernel.sumOfWords(GpuErtType.I32, 11) { it.toLong() })
        assertEquals((1L + 3 + 5 + 7) + ((2L + 4 + 6 + 8) shl 16), GpuErtKernel.sumOfWords(GpuErtType.F16, 8) { it.toLong() })
        assertEquals(2L * (1 + 2), GpuErtKernel.sumOfWords(GpuErtType.F64, 2) { (it.toLong() shl 32) + it })
    }
}
