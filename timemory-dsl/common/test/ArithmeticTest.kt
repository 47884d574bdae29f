package timemory

import kotlin.math.abs
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class ArithmeticTest {
    @DescribedBy(Gauge.TYPE::class)
    internal class Gauge : LongComponent() {
        var next = 0L

        override fun start() {}

        override fun stop() = record(next)

        companion object TYPE : ComponentType<Gauge>("arithmetic_gauge", "A gauge", Quantity.COUNT, ::Gauge)
    }

    @DescribedBy(Level.TYPE::class)
    internal class Level : DoubleComponent() {
        var next = 0.0

        override fun start() {}

        override fun stop() = record(next)

        companion object TYPE : ComponentType<Level>("arithmetic_level", "A level", Quantity.COUNT, ::Level)
    }

    private fun gauge(values: List<Long>) = Gauge().also { gauge ->
        for (value in values) {
            gauge.start()
            gauge.next = value
            gauge.stop()
        }
    }

    private fun assertClose(expected: Double, actual: Double) =
        assertTrue(abs(expected - actual) <= 1e-9 * maxOf(1.0, abs(expected)), "$actual is not $expected")

    private fun assertSameLaps(expected: LongComponent, actual: LongComponent) {
        assertEquals(expected.laps, actual.laps)
        assertEquals(expected.sum, actual.sum)
        assertEquals(expected.min, actual.min)
        assertEquals(expected.max, actual.max)
        assertEquals(expected.last, actual.last)
        assertClose(expected.mean, actual.mean)
        assertClose(expected.standardDeviation, actual.standardDeviation)
    }

    @Test
    fun aSumIsAsIfOneComponentHadMeasuredAllLaps() {
        val random = Random(48)
        for (size in listOf(0, 1, 2, 700, 1023, 1024, 1025, 5000)) {
            for (offset in listOf(0L, 1_000_000_000_000L, 1L shl 61)) {
                val all = List(size) { offset + random.nextLong(1000) }
                for (cut in setOf(0, size / 3, size)) {
                    val sum = gauge(all.take(cut)) + gauge(all.drop(cut))
                    val expected = gauge(all)
                    assertSameLaps(expected, sum)
                    // It can continue measuring.
                    for (component in listOf(sum, expected)) repeat(3) { component.also { it.next = offset + 17 }.stop() }
                    assertSameLaps(expected, sum)
                }
            }
        }
    }

    @Test
    fun plusAssignChangesTheLeftSideAlone() {
        val one = gauge(listOf(1, 2))
        val other = gauge(listOf(10))
        one += other
        assertSameLaps(gauge(listOf(1, 2, 10)), one)
        assertSameLaps(gauge(listOf(10)), other)
        one += one
        assertEquals(26, one.sum)
        assertEquals(6, one.laps)
    }

    @Test
    fun aDifferenceHasTheRemainingLaps() {
        val rest = gauge(listOf(5, 7, 9, 100)) - gauge(listOf(100))
        assertEquals(3, rest.laps)
        assertEquals(21, rest.sum)
        assertClose(gauge(listOf(5, 7, 9)).standardDeviation, rest.standardDeviation)
        assertClose(7.0, rest.mean)
        // It is unknown which laps were the smallest and the largest of the rest.
        assertEquals(5, rest.min)
        assertEquals(100, rest.max)
        val growth = gauge(listOf(120)) - gauge(listOf(100))
        assertEquals(20, growth.sum)
        assertEquals(0, growth.laps)
        assertEquals(120, (gauge(listOf(100)) + growth).sum)
    }

    @Test
    fun factorsAndDivisorsChangeEachValue() {
        val values = listOf(4L, 8, 30)
        assertSameLaps(gauge(values.map { it * 3 }), gauge(values) * 3)
        assertSameLaps(gauge(values.map { it / 2 }), gauge(values) / 2)
        assertSameLaps(gauge(values.map { it / 2 }), gauge(values) * 0.5)
        val negative = gauge(values) * -1
        assertEquals(-30, negative.min)
        assertEquals(-4, negative.max)
        val changed = gauge(values)
        changed *= 5
        changed /= 10L
        assertSameLaps(gauge(values.map { it / 2 }), changed)
        assertFailsWith<IllegalArgumentException> { changed /= 0 }
        assertFailsWith<IllegalArgumentException> { changed *= Double.NaN }
    }

    @Test
    fun floatingPointComponentsHaveTheSameArithmetic() {
        fun level(vararg values: Double) = Level().also { level -> values.forEach { level.also { to -> to.next = it }.stop() } }
        val sum = level(0.5, 1.5) + level(4.0)
        assertEquals(6.0, sum.sum)
        assertEquals(3, sum.laps)
        assertClose(level(0.5, 1.5, 4.0).standardDeviation, sum.standardDeviation)
        assertEquals(1.5, (sum / 4).sum)
        val rest = sum - level(4.0)
        assertEquals(2.0, rest.sum)
        assertClose(level(0.5, 1.5).standardDeviation, rest.standardDeviation)
    }

    @Test
    fun quotientsAndRatesAreThoseOfTheSums() {
        val ratio = component("arithmetic_ratio", "A ratio") { ratio(FakeGauge, FakeClock) }
        val rate = component("arithmetic_rate", "A rate") { rate(FakeGauge) }
        fun lap(type: ComponentType<*>, steps: Long) = type.create().also {
            it.start()
            pass(steps)
            it.stop()
        }
        fun ratioOf(component: Component) = (component as RatioComponent).ratio
        fun amountOf(component: Component) = (component as RateComponent).sum
        val both = lap(ratio, 3) + lap(ratio, 9)
        assertEquals(2, both.laps)
        assertEquals(ratioOf(lap(ratio, 12)), ratioOf(both))
        assertEquals(2 * ratioOf(both), ratioOf(both * 2))
        val rates = lap(rate, 3) + lap(rate, 9)
        assertEquals(amountOf(lap(rate, 12)), amountOf(rates))
        assertEquals(2, rates.laps)
        assertEquals(amountOf(rates) / 2, amountOf(rates / 2))
    }

    @Test
    fun valuesOfAnyTypeAreAddedAndNothingElse() {
        val words = component("arithmetic_words", "Words") {
            values<String> {
                sample { "a" }
                merge { a, b -> a + b }
            }
        }
        val one = words.create().also { it.stop() }
        val both = one + words.create().also { it.stop() }
        assertEquals("aa", (both as ValueComponent<*>).sum)
        assertFailsWith<UnsupportedOperationException> { both - one }
        assertFailsWith<UnsupportedOperationException> { both * 2 }
    }

    @Test
    fun secondaryValuesFollow() {
        fun steps(inner: Long) = Steps().also {
            it.start()
            it.store(inner * 2)
            it.addSecondary("inner", inner)
            it.stop()
        }
        val both = steps(3) + steps(4)
        assertEquals(14, both.sum)
        assertEquals(7, (both.secondary.getValue("inner") as Steps).sum)
        assertEquals(70, ((both * 10).secondary.getValue("inner") as Steps).sum)
    }

    @DescribedBy(Steps.TYPE::class)
    internal class Steps : LongTracker() {
        companion object TYPE : ComponentType<Steps>("arithmetic_steps", "Steps", Quantity.COUNT, ::Steps)
    }

    @Test
    fun differentComponentsCannotBeCombined() {
        val failure = assertFailsWith<IllegalArgumentException> { WallClock() + PeakRss() }
        assertEquals("WallClock and PeakRss are different components and cannot be combined", failure.message)
    }

    @Test
    fun theCallGraphStaysAsItWas() {
        val results = session {
            val (_, clock) = bundle<FakeClock>().measured("x") { pass(5) }
            clock *= 10
            assertEquals(50, clock.sum)
        }
        assertEquals(5.0, results[FakeClock]!!.find("x")!!.inclusive.sum)
    }
}
