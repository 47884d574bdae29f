package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.export.data.ResultsBuilder
import timemory.export.internal.Series
import timemory.export.internal.WholeWidths
import timemory.export.internal.exactDecimal
import timemory.export.internal.writeCollapsedStacks
import timemory.export.internal.writeCsv
import timemory.export.internal.writeOpenMetrics
import timemory.export.internal.writeSpeedscope
import timemory.export.wire.WireResults
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.statistics.Bucket
import timemory.statistics.ReadNumber

/** Formats of whole numbers lose neither fractions nor digits, and lost percentiles are reported. */
class WholeNumbersTest {
    private fun results(quantity: Quantity, fill: Building.() -> Unit): Results {
        val builder = ResultsBuilder()
        builder.processId = 1
        val graph = builder.graph(Metric("number", "number", "Number", Binding.WALL, listOf(Metric.Number("", quantity, "", true))))
        Building(graph).fill()
        return builder.build()
    }

    private class Building(val graph: timemory.export.data.GraphBuilder) {
        fun node(parent: CallGraphNode?, label: String, sum: Double, exact: Long? = null): CallGraphNode =
            graph.node(parent, label).also { graph.record(it, 1, 0, exact, listOf(ReadNumber(1, sum, sum, sum, sum, 0.0))) }

        fun node(parent: CallGraphNode?, label: String, sum: Long) = node(parent, label, sum.toDouble(), sum)
    }

    private fun graph(results: Results): CallGraph = results.graphs.single()

    private val fractional = results(Quantity("temperature", "degC")) {
        val a = node(null, "a", 1.75)
        node(a, "b", 0.5)
        node(a, "tiny", 1e-7)
    }

    @Test
    fun fractionalValuesBecomeWholeNumbersOfASmallerUnit() {
        val widths = WholeWidths(Series(graph(fractional), 0))
        assertEquals("1e-9 degC", widths.unit)
        val lines = buildString { writeCollapsedStacks(this, Series(graph(fractional), 0)) }.trim().lines()
        assertEquals(listOf("a 1249999900", "a;b 500000000", "a;tiny 100"), lines)
    }

    @Test
    fun fractionalValuesAreRoundedWhereAllTogetherAreLarge() {
        val large = results(Quantity.ENERGY) { node(node(null, "a", 3e9 + 0.75), "b", 1e9 + 0.6) }
        assertEquals("uJ", WholeWidths(Series(graph(large), 0)).unit)
        val lines = buildString { writeCollapsedStacks(this, Series(graph(large), 0)) }.trim().lines()
        assertEquals(listOf("a 2000000000", "a;b 1000000001"), lines)
    }

    @Test
    fun fractionalProfilesOfSpeedscopeNameTheirUnit() {
        val file = parseJson(buildString { writeSpeedscope(this, fractional) })
        assertEquals("number (1e-9 degC)", file.at("profiles", 0, "name"))
        assertEquals("none", file.at("profiles", 0, "unit"))
        assertEquals("1750000000", file.at("profiles", 0, "endValue").toString())
    }

    /** 2^53 + 1 is the first integer that a double cannot represent. */
    private val odd = (1L shl 53) + 1L
    private val counts = results(Quantity.COUNT) { node(node(null, "a", 3 * odd), "b", odd) }
    private val times = results(Quantity.TIME) { node(node(null, "a", Long.MAX_VALUE), "b", odd) }

    @Test
    fun sumsBeyondTheDigitsOfADoubleAreExactInCollapsedStacks() {
        val lines = buildString { writeCollapsedStacks(this, Series(graph(counts), 0)) }.trim().lines()
        assertEquals(listOf("a ${2 * odd}", "a;b $odd"), lines)
    }

    @Test
    fun sumsBeyondTheDigitsOfADoubleAreExactInTables() {
        fun cells(results: Results, row: Int) = buildString { writeCsv(this, results) }.trim().lines()[row].split(',').subList(8, 10)
        assertEquals(listOf("27021597764222979.0", "18014398509481986.0"), cells(counts, 1))
        assertEquals(listOf("9223372036.854775807", "9214364837.600034814"), cells(times, 1))
    }

    @Test
    fun sumsBeyondTheDigitsOfADoubleAreExactInMetrics() {
        val text = buildString { writeOpenMetrics(this, times) }
        assertContains(text, "timemory_number_inclusive_seconds{path=\"a\"} 9223372036.854775807\n")
        assertContains(text, "timemory_number_exclusive_seconds{path=\"a\"} 9214364837.600034814\n")
        assertContains(text, "timemory_number_laps_total{path=\"a\"} 1\n")
    }

    @Test
    fun decimalsHaveTheirPointInTheRightPlace() {
        assertEquals("0.000000001", exactDecimal(1, 1e9))
        assertEquals("-0.5", exactDecimal(-500_000_000, 1e9))
        assertEquals("-9223372036854775808.0", exactDecimal(Long.MIN_VALUE, 1.0))
        assertEquals("12.0", exactDecimal(12_000_000, 1e6))
        assertEquals(null, exactDecimal(1, 60e9))
    }

    /** Returns results with laps between 16 and 32, and as many above. */
    private fun distributed(counts: List<Long>, median: Double) = results(Quantity.TIME) {
        val a = node(null, "a", 100L)
        val bounds = listOf(16.0, 19.027313840043536, 22.627416997969522)
        graph.noteHistogram(a, counts.indices.map { Bucket(bounds[it], bounds[it + 1], counts[it]) })
        graph.notePercentile(a, 50.0, median)
        graph.notePercentile(a, 99.9, 2 * median)
    }

    @Test
    fun terminalsAndReadersMeetNoControlCharactersInLabelsOfTables() {
        val labels = listOf("\u001b[31mred", "nul\u0000", "\u009b1m", "tab\tand\nline")
        val results = results(Quantity.TIME) { for (label in labels) node(null, label, 1L) }
        val csv = buildString { writeCsv(this, results) }
        assertTrue(csv.none { it in "\u001b\u0000\u009b" }, csv)
        assertContains(csv, "\\u001b[31mred")
        assertContains(csv, "nul\\u0000")
        assertContains(csv, "\"tab\tand\nline\"")
    }

    @Test
    fun tablesAndMetricsHavePercentiles() {
        val csv = buildString { writeCsv(this, distributed(listOf(3, 1), 17e6)) }.trim().lines()
        assertTrue(csv[0].endsWith(",p50,p99.9"), csv[0])
        assertTrue(csv[1].endsWith(",0.017,0.034"), csv[1])
        val metrics = buildString { writeOpenMetrics(this, distributed(listOf(3, 1), 17e6)) }
        assertContains(metrics, "# TYPE timemory_number_lap_seconds summary\n")
        assertContains(metrics, "timemory_number_lap_seconds{path=\"a\",quantile=\"0.5\"} 0.017\n")
        assertContains(metrics, "timemory_number_lap_seconds{path=\"a\",quantile=\"0.999\"} 0.034\n")
    }

    @Test
    fun mergingAddsHistogramsUpAndSaysThatPercentilesAreLeftOut() {
        val both = listOf(distributed(listOf(3, 1), 17.0), distributed(listOf(0, 5), 20.0))
        val merged = WireResults.decode(WireResults.merge(both.mapIndexed { i, one -> WireResults.encode(one, i) }))
        val builder = ResultsBuilder()
        both.forEach(builder::addAll)
        for (results in listOf(merged, builder.build())) {
            val totals = graph(results).roots.single().inclusive
            assertEquals(listOf(3L, 6L), totals.histogram().map { it.count })
            assertEquals(null, totals.percentile(50.0))
            assertEquals(1, results.problems.count { "percentiles are omitted" in it }, "${results.problems}")
        }
        assertTrue(WireResults.decode(WireResults.encode(both[0])).problems.isEmpty())
    }

    @Test
    fun histogramsOfOtherBucketsAreNotAddedUp() {
        val other = results(Quantity.TIME) { graph.noteHistogram(node(null, "a", 100L), listOf(Bucket(10.0, 20.0, 4))) }
        val builder = ResultsBuilder()
        builder.addAll(distributed(listOf(3, 1), 17.0))
        builder.addAll(other)
        assertTrue(graph(builder.build()).roots.single().inclusive.histogram().isEmpty())
    }
}
