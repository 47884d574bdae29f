package timemory.roofline

import timemory.ExperimentalTimemoryApi

/**
 * A number type that a GPU is measured with.
 *
 * @property id its name in labels and files
 * @property bytes its size
 * @property perChain how many numbers one instruction operates on
 */
@ExperimentalTimemoryApi
public enum class GpuErtType(public val id: String, public val bytes: Int, internal val perChain: Int) {
    /** Half precision, two per register and instruction. */
    F16("f16", 2, 2),

    /** Single precision. */
    F32("f32", 4, 1),

    /** Double precision. */
    F64("f64", 8, 1),

    /** Integers, whose operations count as instructions. */
    I32("i32", 4, 1),
}

/**
 * A compute kernel, called [name] in `GpuErtSource`. It operates on each element [times] times, with two numbers that are passed to it.
 *
 * Two pairs of numbers are used. With [checking], the results show exactly how often each element was operated on: the CPU does the same,
 * and the sums are compared. With [timing], elements have the same value after a pass as before, so that any number of passes neither
 * overflows nor vanishes in rounding.
 */
internal class GpuErtKernel(val type: GpuErtType, val operation: Operation, val times: Int) {
    val name: String = nameOf(type, operation, times)

    val label: String = "${labelOf(type, operation)}${if (isPeak) "" else " x$times"} ${type.id}"

    /** Whether reading and writing are negligible with so many operations. */
    val isPeak: Boolean get() = times == TIMES.last()

    /** How many operations are done per element; for integers, how many instructions. */
    val operationsPerElement: Int get() = times * if (type == GpuErtType.I32) 1 else operation.flops

    val checking: Pair<Double, Double> = when {
        type == GpuErtType.I32 -> if (operation == Operation.FMA) 3.0 to 1.0 else MANY_BITS
        operation == Operation.MULTIPLY -> SLOW_GROWTH to SLOW_GROWTH
        else -> 1.0 to 1.0
    }

    val timing: Pair<Double, Double> = when {
        times == 1 -> if (operation == Operation.ADD) 0.0 to 0.0 else 1.0 to 0.0
        type == GpuErtType.I32 && operation == Operation.ADD -> 0.0 to 0.0
        operation == Operation.ADD -> 1.0 to -1.0
        operation == Operation.FMA -> -1.0 to 1.0
        type == GpuErtType.I32 -> 1.0 to 0.0
        else -> 2.0 to 0.5
    }

    /** Converts a number of [checking] or [timing] to the kernel's argument type. */
    fun argument(number: Double): Any = when (type) {
        GpuErtType.F16 -> Half.bits(number.toFloat()).let { it or (it shl 16) }
        GpuErtType.F32 -> number.toFloat()
        GpuErtType.F64 -> number
        GpuErtType.I32 -> number.toInt()
    }

    /**
     * Returns, as bits, the result of one pass with [checking] for an element that was [before]: computed by the CPU, rounded after each
     * operation like on the GPU.
     */
    fun bitsAfter(before: Int): Long {
        val (p, q) = checking
        var whole = before
        var real = before.toDouble()
        for (k in 0 until times) {
            val isOdd = k % 2 == 1
            when {
                type != GpuErtType.I32 -> real = rounded(
                    when (operation) {
                        Operation.ADD -> real + if (isOdd) q else p
                        Operation.MULTIPLY -> real * if (isOdd) q else p
                        else -> real * p + q
                    },
                )
                operation == Operation.FMA -> whole = whole * p.toInt() + q.toInt()
                isOdd -> whole = whole xor q.toInt()
                operation == Operation.ADD -> whole += p.toInt()
                else -> whole *= p.toInt()
            }
        }
        return if (type == GpuErtType.I32) whole.toLong() and UNSIGNED else bitsOf(real)
    }

    /**
     * Rounds exactly: a double can hold the unrounded result for the smaller types, and for doubles [checking] makes sums exact, or only
     * multiplies.
     */
    private fun rounded(real: Double): Double = when (type) {
        GpuErtType.F16 -> Half.rounded(real.toFloat()).toDouble()
        GpuErtType.F32 -> real.toFloat().toDouble()
        else -> real
    }

    private fun bitsOf(real: Double): Long = when (type) {
        GpuErtType.F16 -> Half.bits(real.toFloat()).toLong()
        GpuErtType.F32 -> real.toFloat().toRawBits().toLong() and UNSIGNED
        else -> real.toRawBits()
    }

    /** Returns the sum of all words of [elements] elements after [bitsAfter], as `ert_check` computes it: it wraps around. */
    fun checkAfter(elements: Long): Long = sumOfWords(type, elements) { bitsAfter(it) }

    /** Returns the expected checksum of the initial data, like [checkAfter]. */
    fun checkBefore(elements: Long): Long =
        sumOfWords(type, elements) { if (type == GpuErtType.I32) it.toLong() else bitsOf(it.toDouble()) }

    companion object {
        /** The numbers of operations per element: a ladder of intensities. */
        val TIMES: List<Int> = List(10) { 1 shl it }

        /** Elements start as 1, 2, ... up to this, repeatedly. */
        const val PERIOD = 8

        /** 1 + 1/256, which half precision can represent: even after the maximum number of operations, its power is at most 8. */
        private const val SLOW_GROWTH = 1.00390625

        /**
         * With these numbers, additions, multiplications and exclusive-ors neither return to the initial values, nor to others with the
         * same sum.
         */
        private val MANY_BITS = 7919.0 to 104729.0
        private const val UNSIGNED = 0xFFFFFFFFL

        fun nameOf(type: GpuErtType, operation: Operation, times: Int): String = "ert_${operation.id}_${type.id}_x$times"

        /**
         * Returns the label of an operation: integer multiply-add is not fused, and single integer operations alternate with exclusive-ors.
         */
        fun labelOf(type: GpuErtType, operation: Operation): String = when {
            type != GpuErtType.I32 -> operation.id
            operation == Operation.FMA -> "mad"
            else -> operation.id + "/xor"
        }

        /** Returns the sum of the 32-bit words of [elements] elements that are, repeatedly, [bits] of 1, 2, ... Two halves share a word. */
        fun sumOfWords(type: GpuErtType, elements: Long, bits: (Int) -> Long): Long {
            var sum = 0L
            for (i in 0 until PERIOD) {
                val one = bits(i + 1)
                val words = when (type) {
                    GpuErtType.F16 -> if (i % 2 == 0) one else one shl 16
                    GpuErtType.F64 -> (one and UNSIGNED) + (one ushr 32)
                    else -> one
                }
                sum += words * (elements / PERIOD + if (i < elements % PERIOD) 1 else 0)
            }
            return sum
        }
    }
}

/** Half-precision numbers, within the normal range. */
internal object Half {
    /** Returns the nearest half-precision number, with ties to even. */
    fun rounded(x: Float): Float {
        val bits = x.toRawBits()
        return Float.fromBits((bits + 0xFFF + ((bits shr LOST_DIGITS) and 1)) and 0x1FFF.inv())
    }

    /** Returns [x], rounded, as the 16 bits of a half. */
    fun bits(x: Float): Int {
        if (x == 0f) return 0
        val bits = rounded(x).toRawBits()
        val exponent = ((bits ushr 23) and 0xFF) - 127
        require(exponent in -14..15) { "$x is outside the range in which half precision has full accuracy" }
        return ((bits ushr 16) and 0x8000) or ((exponent + 15) shl 10) or ((bits ushr LOST_DIGITS) and 0x3FF)
    }

    private const val LOST_DIGITS = 13
}
