package timemory.internal.text

/**
 * A natural number of any size, with the few operations that exact decimal output needs.
 *
 * Kotlin/Native has no `BigInteger`, and on the JVM it would be one more class for each program to load. A double has at most 1,074
 * binary places, so numbers here stay below a few thousand bits. Limbs have 32 bits, least significant first.
 */
internal class BigNatural(value: Long) {
    private var limbs = IntArray(4)
    private var size = 0

    init {
        limbs[0] = value.toInt()
        limbs[1] = (value ushr LIMB_BITS).toInt()
        size = 2
        trim()
    }

    /** Multiplies by [factor], which must be positive. */
    private fun multiply(factor: Int) {
        var carry = 0L
        for (i in 0 until size) {
            val product = unsigned(limbs[i]) * factor + carry
            limbs[i] = product.toInt()
            carry = product ushr LIMB_BITS
        }
        if (carry != 0L) append(carry.toInt())
    }

    fun multiplyByPowerOfTen(exponent: Int) {
        repeat(exponent / CHUNK_DIGITS) { multiply(CHUNK) }
        multiply(smallPowerOfTen(exponent % CHUNK_DIGITS))
    }

    fun add(other: BigNatural) {
        var carry = 0L
        for (i in 0 until maxOf(size, other.size)) {
            val sum = (if (i < size) unsigned(limbs[i]) else 0L) + (if (i < other.size) unsigned(other.limbs[i]) else 0L) + carry
            if (i < size) limbs[i] = sum.toInt() else append(sum.toInt())
            carry = sum ushr LIMB_BITS
        }
        if (carry != 0L) append(carry.toInt())
    }

    fun shiftLeft(bits: Int) {
        repeat(bits / SMALL_SHIFT) { multiply(1 shl SMALL_SHIFT) }
        multiply(1 shl bits % SMALL_SHIFT)
    }

    /** Shifts right by [bits] bits; the remainder is dropped. */
    fun shiftRight(bits: Int) {
        repeat(bits / SMALL_SHIFT) { divide(1 shl SMALL_SHIFT) }
        divide(1 shl bits % SMALL_SHIFT)
    }

    /** Divides by [divisor], which must be positive, and returns the remainder. */
    private fun divide(divisor: Int): Int {
        var remainder = 0L
        for (i in size - 1 downTo 0) {
            val dividend = (remainder shl LIMB_BITS) or unsigned(limbs[i])
            limbs[i] = (dividend / divisor).toInt()
            remainder = dividend % divisor
        }
        trim()
        return remainder.toInt()
    }

    fun divideByPowerOfTen(exponent: Int) {
        repeat(exponent / CHUNK_DIGITS) { divide(CHUNK) }
        divide(smallPowerOfTen(exponent % CHUNK_DIGITS))
    }

    /** Returns the decimal digits, `0` for zero. Leaves this number at zero. */
    fun takeDigits(): String {
        var digits = ""
        while (size > 0) digits = divide(CHUNK).toString().let { if (size > 0) it.padStart(CHUNK_DIGITS, '0') else it } + digits
        return if (digits.isEmpty()) "0" else digits
    }

    private fun append(limb: Int) {
        if (size == limbs.size) limbs = limbs.copyOf(2 * size)
        limbs[size++] = limb
    }

    private fun trim() {
        while (size > 0 && limbs[size - 1] == 0) size--
    }

    private fun unsigned(limb: Int): Long = limb.toLong() and 0xFFFF_FFFFL

    private fun smallPowerOfTen(exponent: Int): Int {
        var power = 1
        repeat(exponent) { power *= 10 }
        return power
    }

    private companion object {
        const val LIMB_BITS = 32
        const val SMALL_SHIFT = 30

        /** The largest power of ten that fits in an `Int`. */
        const val CHUNK = 1_000_000_000
        const val CHUNK_DIGITS = 9
    }
}
