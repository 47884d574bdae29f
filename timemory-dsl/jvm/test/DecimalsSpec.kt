package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import java.math.BigDecimal
import java.math.MathContext
import java.math.RoundingMode
import kotlin.random.Random
import timemory.internal.text.exponential
import timemory.internal.text.fixed

/** Numbers in tables, against the decimal arithmetic of Java. */
class DecimalsSpec : FunSpec({
    /** Numbers of all sizes, whole ones, and such as lie next to a half of the last digit. */
    fun numbers(random: Random) = sequence {
        repeat(3_000) { yield(Double.fromBits(random.nextLong())) }
        repeat(3_000) { yield(random.nextLong(1L shl 62).toDouble() * (if (random.nextBoolean()) -1 else 1)) }
        repeat(3_000) {
            val half = (random.nextInt(2_000_000) - 1_000_000 + 0.5) / Math.pow(10.0, random.nextInt(8).toDouble())
            yieldAll(listOf(Math.nextDown(half), half, Math.nextUp(half)))
        }
        yieldAll(listOf(0.0, Double.MIN_VALUE, Double.MAX_VALUE, 9e15, 1e16, 9.5, 99.5, 0.95, 0.05, 1e22, 1e23))
    }.filter { it.isFinite() }

    test("a number with a fixed number of digits is the nearest one") {
        for (number in numbers(Random(1))) {
            for (digits in listOf(0, 1, 3, 6, 15, 16, 17)) {
                val exact = BigDecimal(number).setScale(digits, RoundingMode.HALF_UP)
                fixed(number, digits) shouldBe exact.toPlainString()
            }
        }
    }

    test("a number with an exponent is the nearest one") {
        for (number in numbers(Random(2))) {
            if (number == 0.0) continue
            for (digits in listOf(0, 2, 15, 16, 17)) {
                val exact = BigDecimal(number).round(MathContext(digits + 1, RoundingMode.HALF_UP))
                val unscaled = exact.unscaledValue().abs().toString().padEnd(digits + 1, '0')
                val exponent = exact.precision() - exact.scale() - 1
                val mantissa = if (digits == 0) unscaled.take(1) else unscaled.take(1) + "." + unscaled.substring(1, digits + 1)
                val power = "e" + (if (exponent < 0) "-" else "+") + Math.abs(exponent).toString().padStart(2, '0')
                exponential(number, digits) shouldBe (if (number < 0) "-" else "") + mantissa + power
            }
        }
    }
})
