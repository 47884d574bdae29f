package timemory

import io.kotest.assertions.withClue
import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.doubles.shouldBeBetween
import io.kotest.matchers.doubles.shouldBeGreaterThanOrEqual
import io.kotest.matchers.doubles.shouldBeLessThanOrEqual
import io.kotest.matchers.shouldBe
import java.math.BigDecimal
import java.math.BigInteger
import java.math.MathContext
import kotlin.math.abs
import kotlin.random.Random
import timemory.statistics.Statistics

/** Sums, means and standard deviations against those of unlimited precision. */
class ExactStatisticsSpec : StringSpec({
    val random = Random(46)
    val sizes = listOf(1, 2, 3, 10, 1023, 1024, 1025, 2048, 5000)

    fun check(name: String, valueOf: (Int) -> Long) = sizes.forEach { size ->
        val values = LongArray(size, valueOf)
        withClue("$size laps, $name") { recorded(values) shouldMatch Exact(values) }
    }

    "laps of usual lengths" {
        check("of 50 to 60 ns") { 50L + it % 11 }
        check("at random") { random.nextLong(1_000_000L) }
        check("all the same") { 123_456_789L }
        check("rising") { 1_000_000L * it }
    }

    "laps that differ little for their size" {
        check("times since 1970") { 1_790_000_000_000_000_000L + it % 3 }
        check("falling") { 4_000_000_000_000_000_000L - it }
    }

    "a first lap, or one in between, that is much longer than the others" {
        check("first") { if (it == 0) 50_000_000L else 50L + it % 11 }
        check("the longest first") { if (it == 0) Long.MAX_VALUE else 50L + it % 11 }
        check("the longest in the midst of a block") { if (it == 700) Long.MAX_VALUE else 50L + it % 11 }
        check("the longest at the end of a block") { if (it == 1023) Long.MAX_VALUE else 50L + it % 11 }
        check("now and then") { if (random.nextInt(500) == 0) random.nextLong(1L shl 61) else random.nextLong(100L) }
    }

    "values further apart than a Long holds" {
        check("both ends in turn") { if (it % 2 == 0) Long.MIN_VALUE else Long.MAX_VALUE }
        check("anywhere") { random.nextLong() }
        check("from small to both ends") { if (it < 1500) it.toLong() else if (it % 2 == 0) Long.MIN_VALUE + it else Long.MAX_VALUE - it }
    }

    "a hundred million short laps after one of 50 ms" {
        val laps = 100_000_000
        val component = GivenValues()
        component.recordValue(50_000_000L)
        for (i in 1 until laps) component.recordValue(50L + i % 2)
        // 50,000,000 laps of 51 ns, the others but the first of 50.
        val exact = Exact(laps, sum = 50_000_000L + 51L * 50_000_000L + 50L * 49_999_999L, squares = 0L, 50L, 50_000_000L)
            .plusSquares(BigInteger.valueOf(50_000_000L).pow(2))
            .plusSquares(BigInteger.valueOf(51L * 51L * 50_000_000L + 50L * 50L * 49_999_999L))
        totalsOf(component) shouldMatch exact
    }

    "floating-point numbers that differ little for their size, and one that hides the others" {
        val temperatures = Statistics()
        val times = Statistics()
        repeat(1_000_000) {
            temperatures.add(300.0 + it % 3 * 0.001)
            times.add(1.7e9 + it % 3 * 0.001)
        }
        temperatures.standardDeviation.shouldBeBetween(8.1649e-4, 8.1651e-4, 0.0)
        times.standardDeviation.shouldBeBetween(8.164e-4, 8.166e-4, 0.0)
        val hidden = Statistics()
        hidden.add(1e16)
        repeat(1_000_000) { hidden.add(1.0) }
        hidden.sum shouldBe 1e16 + 1e6
        hidden.add(-1e16)
        hidden.sum shouldBe 1e6
    }
})

private class GivenValues : LongComponent() {
    override fun start() {}

    override fun stop() {}

    companion object TYPE : ComponentType<GivenValues>("given_values", "Values that a test gives", Quantity.COUNT, ::GivenValues)
}

private fun totalsOf(component: GivenValues) = Totals(GivenValues).also(component::addTo)

private fun recorded(values: LongArray) = totalsOf(GivenValues().also { values.forEach(it::recordValue) })

private class Exact(val count: Int, val sum: BigInteger, val squares: BigInteger, val min: Long, val max: Long) {
    constructor(values: LongArray) : this(
        values.size,
        values.fold(BigInteger.ZERO) { sum, value -> sum + BigInteger.valueOf(value) },
        values.fold(BigInteger.ZERO) { sum, value -> sum + BigInteger.valueOf(value).pow(2) },
        values.min(),
        values.max(),
    )

    constructor(count: Int, sum: Long, squares: Long, min: Long, max: Long) :
        this(count, BigInteger.valueOf(sum), BigInteger.valueOf(squares), min, max)

    fun plusSquares(more: BigInteger) = Exact(count, sum, squares + more, min, max)

    val mean: Double get() = sum.toBigDecimal().divide(BigDecimal(count), MathContext.DECIMAL128).toDouble()

    val standardDeviation: Double
        get() {
            if (count < 2) return 0.0
            val around = squares * BigInteger.valueOf(count.toLong()) - sum.pow(2)
            val variance = around.toBigDecimal().divide(BigDecimal(count.toLong() * (count - 1L)), MathContext.DECIMAL128)
            return variance.sqrt(MathContext.DECIMAL128).toDouble()
        }
}

private infix fun Totals.shouldMatch(exact: Exact) {
    val numbers = statistics.single()
    numbers.count shouldBe exact.count.toLong()
    exactSum shouldBe exact.sum.takeIf { it.bitLength() < 64 }?.toLong()
    val largest = maxOf(abs(exact.min.toDouble()), abs(exact.max.toDouble()))
    near("sum", numbers.sum, exact.sum.toDouble(), 1e-14 * largest * exact.count)
    near("mean", numbers.mean, exact.mean, 1e-14 * largest)
    near("standard deviation", numbers.standardDeviation, exact.standardDeviation, 1e-9 * exact.standardDeviation)
    numbers.mean shouldBeGreaterThanOrEqual exact.min.toDouble()
    numbers.mean shouldBeLessThanOrEqual exact.max.toDouble()
}

private fun near(what: String, actual: Double, expected: Double, by: Double) = withClue("$what $actual, not $expected") {
    abs(actual - expected) shouldBeLessThanOrEqual by
}
