package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.export.ResultView
import timemory.export.data.ResultsBuilder
import timemory.export.internal.ComponentFiles
import timemory.export.internal.HtmlReport
import timemory.export.internal.Perfetto
import timemory.export.internal.Pprof
import timemory.export.internal.Series
import timemory.export.internal.TextTemplate
import timemory.export.internal.WIDTHS_RULE
import timemory.export.internal.writeCaliperSplit
import timemory.export.internal.writeChromeTrace
import timemory.export.internal.writeCollapsedStacks
import timemory.export.internal.writeCsv
import timemory.export.internal.writeOpenMetrics
import timemory.export.internal.writeSpeedscope
import timemory.internal.platform.FileOutput
import timemory.internal.text.displayWidth
import timemory.output.ResultFormat
import timemory.output.Screen
import timemory.output.table
import timemory.plot.FlameFrames
import timemory.plot.Picture
import timemory.plot.PictureKind
import timemory.plot.PictureStyle
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.settings.Settings
import timemory.statistics.NumberSet
import timemory.statistics.ReadNumber

/** A region has the same value in every output, even if others ran concurrently with it. */
class StacksTest {
    /** `main` with 100 waits for 160 of `task` on two threads, a third of which it runs itself. */
    private fun parallel(): Results {
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric("wall_clock", "wall", "Wall", Binding.WALL, listOf(Metric.Number("", Quantity.TIME, "", true))))
        fun node(parent: CallGraphNode?, label: String, thread: Int, isConcurrent: Boolean, sum: Long): CallGraphNode {
            val node = graph.node(parent, label)
            graph.record(node, 1, 0, sum, listOf(ReadNumber(1, sum.toDouble(), sum.toDouble(), sum.toDouble(), sum.toDouble(), 0.0)))
            graph.note(node, listOf(thread), isConcurrent, 0.0)
            return node
        }
        val main = node(null, "main", 0, false, 100)
        val parallel = node(main, "parallel", 0, false, 90)
        val task = node(parallel, "task", 1, true, 160)
        node(task, "step", 1, false, 40)
        node(node(task, "fork", 1, false, 20), "leaf", 2, true, 55)
        node(parallel, "wait", 0, false, 30)
        graph.setExclusive(parallel, doubleArrayOf(20.0))
        node(main, "odd (concurrent)", 0, false, 5)
        return builder.build()
    }

    private fun series(results: Results) = Series(results.graphs[0], 0)

    private fun widths(stacks: List<Pair<List<String>, Long>>): Map<String, Long> {
        val widths = LinkedHashMap<String, Long>()
        for ((path, own) in stacks) for (i in path.indices) path.subList(0, i + 1).joinToString(";").let {
            widths[it] = (widths[it] ?: 0L) + own
        }
        return widths
    }

    private val expected = mapOf(
        "main" to 100L,
        "main;parallel" to 90L,
        "main;parallel;wait" to 30L,
        "main;odd (concurrent）" to 5L,
        "main (concurrent)" to 160L + 55L,
        "main (concurrent);parallel (concurrent)" to 160L + 55L,
        "main (concurrent);parallel (concurrent);task" to 160L,
        "main (concurrent);parallel (concurrent);task;step" to 40L,
        "main (concurrent);parallel (concurrent);task;fork" to 20L,
        "main (concurrent);parallel (concurrent);task (concurrent)" to 55L,
        "main (concurrent);parallel (concurrent);task (concurrent);fork (concurrent)" to 55L,
        "main (concurrent);parallel (concurrent);task (concurrent);fork (concurrent);leaf" to 55L,
    )

    @Test
    fun framesOfCollapsedStacksAreAsWideAsTheirValues() {
        val lines = buildString { writeCollapsedStacks(this, series(parallel())) }.trim().lines()
        assertEquals(
            expected.toList().sortedBy { it.first },
            widths(
                lines.map {
                    it.substringBeforeLast(' ').split(';') to it.substringAfterLast(' ').toLong()
                },
            ).toList().sortedBy { it.first },
        )
    }

    @Test
    fun framesOfSpeedscopeAreAsWideAsTheirValues() {
        val file = parseJson(buildString { writeSpeedscope(this, parallel()) })
        val names = (file.at("shared", "frames") as List<*>).map { it.at("name") as String }
        val open = ArrayList<String>()
        val found = LinkedHashMap<String, Long>()
        var last = 0L
        for (event in file.at("profiles", 0, "events") as List<*>) {
            val at = event.at("at").toString().toLong()
            for (i in open.indices) open.subList(0, i + 1).joinToString(";").let { found[it] = (found[it] ?: 0L) + at - last }
            last = at
            if (event.at("type") == "O") open.add(names[event.at("frame").toString().toInt()]) else open.removeAt(open.lastIndex)
        }
        assertEquals(expected.toList().sortedBy { it.first }, found.toList().sortedBy { it.first })
        assertEquals("315", file.at("profiles", 0, "endValue").toString())
    }

    @Test
    fun framesOfPicturesAreAsWideAsTheirValuesAndNoneWiderThanAll() {
        val layout = FlameFrames(series(parallel()))
        assertEquals(315.0, layout.whole)
        val byName = layout.frames.associateBy { it.name + it.level }
        for ((path, width) in expected) {
            val frame = byName.getValue(path.substringAfterLast(';') + path.count { it == ';' })
            assertEquals(width / 315.0, frame.width, 1e-12, path)
            assertEquals("(concurrent)" in frame.name, frame.isContext)
        }
        val svg =
            buildString { Picture.of(parallel(), setOf(PictureKind.FLAME), PictureStyle.DEFAULT, Settings.DEFAULT).single().writeSvg(this) }
        assertContains(svg, "What ran concurrently")
    }

    @Test
    fun whatAViewLeavesOutStaysInTheWidth() {
        val view = ResultView(depth = 2).of(parallel())
        val lines = buildString { writeCollapsedStacks(this, series(view)) }.trim().lines()
        assertEquals(listOf("main 5", "main;parallel 90", "main;odd (concurrent） 5"), lines)
        val flat = buildString { writeCollapsedStacks(this, series(ResultView(flat = true).of(parallel()))) }
        assertContains(flat, "main 5\n")
    }

    @Test
    fun tablesMarkWhatRanConcurrently() {
        val table = parallel().graphs[0].table(Settings.DEFAULT, Screen.FILE)
        for (label in listOf("|_task (concurrent) ", "|_leaf (concurrent) ")) assertContains(table, label)
        assertContains(table, "not part of the parent's values")
        assertFalse("|_parallel (" in table)
        val shares = table.lines().filter { ">>>" in it }.map { it.trimEnd('|', ' ').substringAfterLast(' ').toDouble() }
        assertTrue(shares.all { it in 0.0..100.0 }, "$shares")
    }

    @Test
    fun everyFormatSaysWhatRanConcurrently() {
        val results = parallel()
        val rows = buildString { writeCsv(this, results) }.trim().lines().map { it.split(',') }
        assertEquals("concurrent", rows[0].last())
        assertEquals(listOf("task", "leaf"), rows.filter { it.last() == "1" }.map { it[5] })
        val html = buildString { HtmlReport(TextTemplate("__TIMEMORY_DATA__")).write(this, "x", listOf("x" to results)) }
        assertEquals(2, (parseJson(html).at("runs", 0, "nodes", "concurrent") as List<*>).size)
        val chrome = parseJson(buildString { writeChromeTrace(this, results, series(results)) })
        assertEquals(2, (chrome.at("timemory", "concurrent") as List<*>).size)
        assertEquals(WIDTHS_RULE, chrome.at("otherData", "rule"))
        for (bytes in listOf(written { Perfetto(results).write(it) }, written { Pprof(results).write(it) })) assertContains(
            bytes,
            WIDTHS_RULE,
        )
        assertContains(written { Pprof(results).write(it) }, "parallel (concurrent)")
        val caliper = parseJson(buildString { writeCaliperSplit(this, results) })
        val column = (caliper.at("columns") as List<*>).indexOf("timemory.concurrent")
        val marked = (caliper.at("data") as List<*>).filter { it.at(column).toString() == "1" }.map {
            caliper.at("nodes", it.at(column + 1).toString().toInt(), "label")
        }
        assertEquals(listOf<Any?>("task", "leaf"), marked)
        val metrics = buildString { writeOpenMetrics(this, results) }.lines().filter { "concurrent=" in it }
        assertEquals(2 * 3, metrics.size)
        assertContains(metrics, "timemory_wall_clock_inclusive_seconds{path=\"main/parallel/task\",concurrent=\"true\"} 0.00000016")
    }

    @Test
    fun tracesHoldRegionsWhoseSumIsNotKnown() {
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric("wall_clock", "wall", "Wall", Binding.WALL, listOf(Metric.Number("", Quantity.TIME, "", true))))
        val main = graph.newNode(null, "main")
        graph.record(main, 1, 0, 100L, listOf(ReadNumber(1, 100.0, 100.0, 100.0, 100.0, 0.0)))
        val unknown = graph.newNode(main, "unknown")
        graph.record(unknown, 2, 0, null, listOf(ReadNumber(2, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN)))
        val results = builder.build()
        assertContains(written { Perfetto(results).write(it) }, "unknown")
        assertContains(buildString { writeChromeTrace(this, results, series(results)) }, "unknown")
    }

    @Test
    fun slicesOfTracesEndBeforeTheNextBegins() {
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric("wall_clock", "wall", "Wall", Binding.WALL, listOf(Metric.Number("", Quantity.TIME, "", true))))
        fun node(parent: CallGraphNode?, label: String, sum: Long) = graph.newNode(parent, label).also {
            graph.record(it, 1, 0, sum, listOf(ReadNumber(1, sum.toDouble(), sum.toDouble(), sum.toDouble(), sum.toDouble(), 0.0)))
        }
        val main = node(null, "main", 40_000_000_000_000)
        for (i in 0L until 10_000L) node(node(main, "lap", 1_234_567 * (i % 91)), "lap", 617_283 * (i % 7))
        val events = parseJson(
            buildString {
                writeChromeTrace(this, builder.build(), Series(builder.build().graphs[0], 0))
            },
        ).at("traceEvents") as List<*>
        var last = -1.0
        var wasEnd = false
        var instants = 0
        for (event in events.drop(1)) {
            val at = event.at("ts").toString().toDouble()
            if (event.at("ph") == "i") instants++
            assertTrue(if (wasEnd && event.at("ph") != "E") at > last else at >= last, "$event after $last")
            wasEnd = event.at("ph") == "E"
            last = at
        }
        assertTrue(instants > 0)
        assertFalse(events.drop(1).any { "args" in (it as Map<*, *>) || "dur" in it })
    }

    @Test
    fun numbersOfThreadsMayBeAny() {
        val set = NumberSet()
        val numbers = listOf(0, 63, 64, Int.MAX_VALUE, 1_000_000_000, 65, 127, 128, 1_000_000_001)
        numbers.forEach(set::add)
        assertEquals(numbers.sorted(), set.toList())
        val other = NumberSet()
        other.add(5)
        other.add(70)
        other.addAll(set)
        assertEquals((numbers + 5 + 70).sorted(), other.toList())
    }

    @Test
    fun longWordsInTitlesAreBroken() {
        val word = "x".repeat(1000) + "\ud83c\udf89".repeat(300)
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric("a", "a", "one $word two", Binding.WALL, listOf(Metric.Number("", Quantity.COUNT, "", true))))
        graph.record(graph.node(null, "main"), 1, 0, 5, listOf(ReadNumber(1, 5.0, 5.0, 5.0, 5.0, 0.0)))
        for (columns in listOf(40, 80, Int.MAX_VALUE)) {
            val lines = builder.build().graphs[0].table(Settings.DEFAULT, Screen(columns, false)).trim().lines()
            assertEquals(1, lines.map(::displayWidth).distinct().size, "$columns")
            assertEquals(1000, lines.takeWhile { "LABEL" !in it }.sumOf { line -> line.count { it == 'x' || it == 'X' } })
        }
    }

    @Test
    fun componentsWhoseValuesAreTextAreShownToo() {
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric("words", "words", "Words", Binding.WALL, emptyList()))
        graph.record(graph.node(null, "main"), 2, "said")
        val results = builder.build()
        assertContains(results.graphs[0].table(Settings.DEFAULT, Screen.FILE), "said")
        for (format in ResultFormat.all) if (format.id != "html") format.files(results, Settings.DEFAULT)
        parseJson(buildString { ComponentFiles(results, results.graphs[0]).writeTree(this) })
        writeCsv(StringBuilder(), results)
    }

    private fun written(write: (FileOutput) -> Unit): String {
        val text = StringBuilder()
        val out = FileOutput { bytes, count -> for (i in 0 until count) text.append(bytes[i].toInt().and(0xFF).toChar()) }
        write(out)
        out.flush()
        return text.toString()
    }
}
