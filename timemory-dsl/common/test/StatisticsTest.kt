package timemory

import kotlin.math.abs
import kotlin.math.sqrt
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.internal.callgraph.record
import timemory.statistics.Statistics

class StatisticsTest {
    private fun assertClose(expected: Double, actual: Double, tolerance: Double = 1e-9) {
        assertTrue(abs(expected - actual) <= tolerance * maxOf(1.0, abs(expected)), "$actual is not $expected")
    }

    private fun variance(values: List<Double>): Double {
        val mean = values.average()
        return values.sumOf { (it - mean) * (it - mean) } / (values.size - 1)
    }

    @Test
    fun statisticsOfLapsAreThoseOfTheirValues() {
        val random = Random(1)
        val values = List(1000) { random.nextLong(1, 1_000_000) }
        val results = session { for (value in values) measure<FakeClock>("x") { pass(value) } }
        val statistics = results["fake_clock"]!!.find("x")!!.inclusive.statistics.single()
        assertEquals(1000, statistics.count)
        assertEquals(values.sum().toDouble(), statistics.sum)
        assertEquals(values.min().toDouble(), statistics.min)
        assertEquals(values.max().toDouble(), statistics.max)
        assertClose(values.average(), statistics.mean)
        assertClose(variance(values.map { it.toDouble() }), statistics.variance)
        assertClose(sqrt(statistics.variance), statistics.standardDeviation)
        assertClose(values.sumOf { it.toDouble() * it }, statistics.sumOfSquares)
    }

    @Test
    fun varianceSurvivesLargeValuesThatHardlyDiffer() {
        val values = List(1000) { 1_000_000_000_000_000L + it % 3 }
        val results = session { for (value in values) measure<FakeClock>("x") { pass(value) } }
        val statistics = results["fake_clock"]!!.find("x")!!.inclusive.statistics.single()
        assertClose(variance(values.map { (it - 1_000_000_000_000_000L).toDouble() }), statistics.variance, 1e-6)
    }

    @Test
    fun addingStatisticsIsAsIfAllValuesWereOneStream() {
        val random = Random(2)
        repeat(100) {
            val values = List(random.nextInt(1, 50)) { random.nextDouble(-10.0, 10.0) }
            val parts = List(4) { Statistics() }
            for (value in values) parts[random.nextInt(4)].add(value)
            val merged = Statistics()
            for (part in parts) merged.add(part)
            val whole = Statistics()
            for (value in values) whole.add(value)
            assertEquals(whole.count, merged.count)
            assertClose(whole.sum, merged.sum)
            assertEquals(whole.min, merged.min)
            assertEquals(whole.max, merged.max)
            assertClose(whole.variance, merged.variance)
        }
    }

    @Test
    fun floatingPointComponentsAreMeasured() {
        val results = session {
            for (value in listOf(1.5, 2.5, -1.0)) {
                Temperature.next = value
                measure<Temperature>("x") { }
            }
        }
        val totals = results["temperature"]!!.find("x")!!.inclusive
        assertEquals(3.0, totals.sum)
        assertEquals(-1.0, totals.statistics[0].min)
        assertClose(variance(listOf(1.5, 2.5, -1.0)), totals.statistics[0].variance)
        assertEquals(-1.0, totals.last)
    }

    @Test
    fun aLapThatIsNotANumberIsRefused() {
        Temperature.next = Double.NaN
        val results = session { measure<Temperature>("x") { } }
        assertEquals(0, results["temperature"]!!.find("x")!!.inclusive.laps)
        assertTrue(results.problems.single().contains("not a number"), results.problems.toString())
        Temperature.next = Double.POSITIVE_INFINITY
        val infinite = session { measure<Temperature>("x") { } }
        assertEquals(0, infinite["temperature"]!!.find("x")!!.inclusive.laps)
        assertTrue(infinite.problems.single().contains("infinite"), infinite.problems.toString())
        assertFailsWith<IllegalArgumentException> { Temperature().stop() }
    }

    @Test
    fun aLapWithANumberThatIsNotOneIsRefused() {
        val results = session {
            for (value in listOf(2.0, Double.NaN, Double.NEGATIVE_INFINITY)) {
                Point.next = value
                measure<Point>("x") { }
            }
        }
        val totals = results["point"]!!.find("x")!!.inclusive
        assertEquals(1, totals.laps)
        assertEquals(Pair(1.0, 2.0), totals.value)
        assertTrue(results.problems.single().contains("not a number"), results.problems.toString())
    }

    @Test
    fun pairsAreMeasuredNumberByNumber() {
        val results = session {
            measure<Span>("outer") {
                pass(3)
                measure<Span>("inner") { pass(4) }
            }
        }
        val outer = results["span"]!!.find("outer")!!
        assertEquals(listOf(0.0, 7.0), outer.inclusive.statistics.map { it.sum })
        assertEquals(Pair(0L, 7L), outer.inclusive.value)
        assertEquals(Pair(3L, 7L), outer.children.single().inclusive.last)
        assertEquals("from 3 to 7", outer.children.single().inclusive.display())
    }

    @Test
    fun aComponentThatCannotAddUpCostsNobodyElseTheResults() {
        val results = session {
            for (scope in listOf(Scope.FLAT, Scope.TREE)) measure<Stubborn, FakeClock>("x", scope) { pass(2) }
        }
        assertEquals("x 2 4 4", results.fakeGraph())
        assertTrue(results.problems.single().startsWith("component stubborn failed to add up values"), results.problems.toString())
    }

    @Test
    fun valuesWithoutNumbersAreAddedUp() {
        val results = session {
            for (word in listOf("a", "b", "a")) {
                Words.next = word
                measure<Words>("x") { }
            }
        }
        val totals = results["words"]!!.find("x")!!.inclusive
        assertEquals(setOf("a", "b"), totals.value)
        assertEquals(3, totals.laps)
        assertEquals(emptyList(), totals.statistics)
    }
}

@DescribedBy(Temperature.TYPE::class)
internal class Temperature : DoubleComponent() {
    override fun start() {}

    override fun stop() = record(next)

    companion object TYPE : ComponentType<Temperature>("temperature", "Set by tests", Quantity("temperature", "degC"), ::Temperature) {
        var next = 0.0
    }
}

/** A pair: the fake clock at start and at stop. */
@DescribedBy(Span.TYPE::class)
internal class Span : ValueComponent<Pair<Long, Long>>(Span) {
    private var begin = 0L

    override fun start() {
        begin = fakeNow
    }

    override fun stop() = record(Pair(begin, fakeNow))

    companion object TYPE : ValueComponentType<Span, Pair<Long, Long>>("span", "From when to when", Quantity.TIME, ::Span) {
        override val elements: List<String> get() = listOf("start", "stop")

        override fun plus(a: Pair<Long, Long>, b: Pair<Long, Long>) = Pair(a.first + b.first, a.second + b.second)

        override fun numbers(value: Pair<Long, Long>) = doubleArrayOf(value.first.toDouble(), value.second.toDouble())

        override fun display(value: Pair<Long, Long>) = "from ${value.first} to ${value.second}"
    }
}

@DescribedBy(Point.TYPE::class)
internal class Point : ValueComponent<Pair<Double, Double>>(Point) {
    override fun start() {}

    override fun stop() = record(Pair(1.0, next))

    companion object TYPE : ValueComponentType<Point, Pair<Double, Double>>("point", "Set by tests", Quantity.COUNT, ::Point) {
        var next = 0.0

        override val elements: List<String> get() = listOf("x", "y")

        override fun plus(a: Pair<Double, Double>, b: Pair<Double, Double>) = Pair(a.first + b.first, a.second + b.second)

        override fun numbers(value: Pair<Double, Double>) = doubleArrayOf(value.first, value.second)
    }
}

@DescribedBy(Words.TYPE::class)
internal class Words : ValueComponent<Set<String>>(Words) {
    override fun start() {}

    override fun stop() = record(setOf(next))

    companion object TYPE : ValueComponentType<Words, Set<String>>("words", "Words seen", Quantity.COUNT, ::Words) {
        var next = ""

        override fun plus(a: Set<String>, b: Set<String>) = a + b
    }
}

/** Records single laps, and cannot add two. */
@DescribedBy(Stubborn.TYPE::class)
internal class Stubborn : ValueComponent<String>(Stubborn) {
    override fun start() {}

    override fun stop() = record("lap")

    companion object TYPE : ValueComponentType<Stubborn, String>("stubborn", "Cannot be added up", Quantity.COUNT, ::Stubborn) {
        override fun plus(a: String, b: String): String = error("cannot add")
    }
}
