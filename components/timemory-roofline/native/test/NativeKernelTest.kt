package timemory.roofline

import kotlin.test.Test
import kotlin.test.assertEquals

class NativeKernelTest {
    private val widths = Width.entries.filter { processorFlags().containsAll(it.flags) }

    /** The result of a kernel shows how often it operated on each element. */
    @Test
    fun eachOperationIsDoneAsOftenAsItIsCountedInEveryWidthAndType() {
        for (type in NativeType.entries) for (width in widths) for (times in listOf(1, 3, 8)) {
            check(Operation.ADD, type, width, times, 1.0, 1.0) { it + 1.0 }
            check(Operation.MULTIPLY, type, width, times, 2.0, 0.0) { it * 2.0 }
            if ("fma" in processorFlags()) check(Operation.FMA, type, width, times, 2.0, 1.0) { it * 2.0 + 1.0 }
        }
    }

    private fun check(
        operation: Operation,
        type: NativeType,
        width: Width,
        times: Int,
        factor: Double,
        addend: Double,
        step: (Double) -> Double,
    ) {
        val kernel = NativeKernel(operation, type, width, times)
        val elements = kernel.elementsIn(5_000)
        var expected = 1.0
        repeat(2 * times) { expected = step(expected) }
        val work = kernel.newWork(elements, 64, factor, addend)
        work.run(2)
        for (i in 0 until elements) assertEquals(expected, work[i], "${kernel.label}, element $i of $elements")
        work.close()
    }

    @Test
    fun readingLeavesElementsAsTheyAre() {
        for (type in NativeType.entries) for (width in widths) {
            val kernel = NativeKernel(Operation.READ, type, width, 1)
            val elements = kernel.elementsIn(5_000)
            val work = kernel.newWork(elements, 64, 0.5, 0.5)
            work.run(3)
            assertEquals(1.0, work[elements - 1])
            work.close()
        }
    }
}
