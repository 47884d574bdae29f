package timemory

import kotlin.math.abs
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.export.internal.seriesOf
import timemory.output.readableTick
import timemory.output.readableUnit
import timemory.plot.Anchor
import timemory.plot.Axis
import timemory.plot.BarChart
import timemory.plot.BarRegions
import timemory.plot.Drawing
import timemory.plot.FlameFrames
import timemory.plot.FlameGraph
import timemory.plot.Ink
import timemory.plot.Picture
import timemory.plot.PictureKind
import timemory.plot.PictureStyle
import timemory.plot.PictureTheme
import timemory.plot.allDigits
import timemory.plot.fitted
import timemory.plot.percent
import timemory.plot.significant
import timemory.plot.textWidth
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.settings.Settings

class PictureTest {
    private fun sample() = session {
        measure<FakeClock>("main") {
            pass(1_000_000)
            repeat(2) { turn -> measure<FakeClock>("load") { pass(2_000_000L * (turn + 1)) } }
            measure<FakeClock>("compute") {
                pass(3_000_000)
                measure<FakeClock>("load") { pass(10_000_000) }
            }
        }
    }

    private fun series(results: Results) = seriesOf(results).first()

    private fun frames(results: Results, levels: Int = 200) = FlameFrames(series(results), levels)

    private fun svg(results: Results, kind: PictureKind, style: PictureStyle = PictureStyle()) =
        buildString { Picture.of(results, listOf(kind), style, Settings.DEFAULT).first().writeSvg(this) }

    private fun drawn(drawing: Drawing) = RecordingCanvas().also(drawing::drawOn)

    @Test
    fun aFrameIsAsWideAsItsRegionAndThoseInside() {
        val layout = frames(sample())
        val byLabel = layout.frames.groupBy { it.nodes[0].label }
        assertEquals(20e6, layout.whole)
        assertEquals(1.0, byLabel.getValue("main").single().width)
        assertEquals(listOf(0.3, 0.5), byLabel.getValue("load").map { it.width })
        assertEquals(13.0 / 20.0, byLabel.getValue("compute").single().width)
        assertEquals(listOf(0, 1, 1, 2), layout.frames.map { it.level })
    }

    @Test
    fun framesOfALevelDoNotOverlapAndLieWithinTheirCaller() {
        val layout = FlameFrames(series(manyNodes(20_000)))
        val levels = layout.frames.groupBy { it.level }
        for ((level, frames) in levels) {
            val sorted = frames.sortedBy { it.start }
            for ((before, after) in sorted.zipWithNext()) assertTrue(before.start + before.width <= after.start + EPSILON)
            if (level == 0) continue
            for (frame in frames) {
                assertTrue(
                    levels.getValue(level - 1).any {
                        it.start <= frame.start + EPSILON && frame.start + frame.width <= it.start + it.width + EPSILON
                    },
                )
            }
        }
        assertTrue(layout.frames.all { it.width >= 0.001 })
    }

    @Test
    fun siblingsTooNarrowToBeSeenAreJoined() {
        val results = built { graph ->
            val main = graph.add(null, "main", 1e9)
            repeat(5_000) { graph.add(main, "tiny $it", 1e5) }
        }
        val joined = frames(results).frames.single { it.isJoined }
        assertEquals(5_000, joined.nodes.size)
        assertTrue(abs(joined.width - 0.5) < EPSILON, "${joined.width}")
    }

    @Test
    fun whatRanBesideItsCallerStandsApart() {
        val results = built { graph ->
            val main = graph.add(null, "main", 10e6)
            val worker = graph.add(main, "worker", 30e6)
            graph.note(worker, listOf(1, 2, 3), isConcurrent = true, instrumentation = 0.0)
        }
        val layout = frames(results)
        assertEquals(40e6, layout.whole)
        assertEquals(listOf("main" to 0.25, "main (concurrent)" to 0.75, "worker" to 0.75), layout.frames.map { it.name to it.width })
    }

    @Test
    fun valuesBelowZeroHaveNoFrameAndAreTold() {
        val results = built { graph ->
            val main = graph.add(null, "main", 100.0)
            graph.add(main, "freed", -40.0)
            graph.add(main, "taken", 60.0)
        }
        assertEquals(listOf("main", "taken"), frames(results).frames.map { it.nodes[0].label })
        assertTrue("1 negative values count as zero" in svg(results, PictureKind.FLAME))
        val bars = drawn(BarChart(series(results), PictureStyle(), Settings.DEFAULT)).boxes.filter { it.ink === Ink.BAR }
        assertTrue(
            bars.any {
                it.tooltip.startsWith("freed") && it.x + it.width <= bars.first { bar -> bar.tooltip.startsWith("taken") }.x + EPSILON
            },
        )
    }

    @Test
    fun onlySoManyLevelsAreKeptAndThePictureSaysSo() {
        val results = built { graph ->
            var node: CallGraphNode? = null
            repeat(10_000) { node = graph.add(node, "level $it", 10_000.0 - it) }
        }
        val layout = frames(results)
        assertEquals(200, layout.levels)
        assertEquals(10_000, layout.depth)
        assertTrue("The outermost 200 of 10000 levels" in svg(results, PictureKind.FLAME))
        assertTrue("level 199" in svg(results, PictureKind.FLAME) && "level 200" !in svg(results, PictureKind.FLAME))
        assertTrue("others (9960 regions)" in svg(results, PictureKind.BARS))
    }

    @Test
    fun aHundredThousandNodesAreAPictureOfBoundedSize() {
        val results = manyNodes(100_000)
        assertTrue(svg(results, PictureKind.FLAME).length < 5_000_000)
        assertTrue(svg(results, PictureKind.BARS).length < 100_000)
    }

    @Test
    fun barsAreSortedByExclusiveValueAndJoinEqualLabels() {
        val regions = BarRegions(series(sample()), 40)
        assertEquals(listOf("load" to 16e6, "compute" to 3e6, "main" to 1e6), regions.largest.map { it.label to it.value })
        assertEquals(3L, regions.largest[0].laps.count)
        assertEquals(20e6, regions.whole)
    }

    @Test
    fun theRestIsJoinedAndKeepsTheSum() {
        val results = built { graph -> repeat(100) { graph.add(null, "region $it", 1.0 + it) } }
        val regions = BarRegions(series(results), 40)
        assertEquals(60, regions.otherCount)
        assertEquals(5_050.0, regions.largest.sumOf { it.value } + regions.otherValue)
        assertEquals(0, BarRegions(series(results), 99).otherCount)
    }

    @Test
    fun barsAreAsLongAsTheirValuesAndTheWhiskerIsOneStandardDeviation() {
        val canvas = drawn(BarChart(series(sample()), PictureStyle(), Settings.DEFAULT))
        val bars = canvas.boxes.filter { it.ink === Ink.BAR }
        assertTrue(abs(bars[0].width / bars[1].width - 16.0 / 3.0) < 1e-6)
        assertEquals(setOf(bars[0].x), bars.map { it.x }.toSet())
        val mark = canvas.boxes.first { it.ink === Ink.MARK }
        val whisker = canvas.lines.first { it.ink === Ink.MARK }
        assertTrue(whisker.x1 < mark.x && mark.x + mark.width < whisker.x2)
    }

    @Test
    fun textsStayWithinThePictureAndFrameLabelsWithinTheirFrames() {
        val results = manyNodes(5_000)
        for (width in listOf(400, 700, 1200, 3000)) {
            val style = PictureStyle(width)
            for (drawing in listOf(
                BarChart(series(results), style, Settings.DEFAULT),
                FlameGraph(series(results), style, Settings.DEFAULT),
            )) {
                val canvas = drawn(drawing)
                // Headings are too long for the narrowest plots.
                for (text in canvas.texts.filter { it.size <= 11.0 || it.anchor == Anchor.END }) {
                    assertTrue(text.left >= 0.0 && text.right <= width, "'${text.text}' from ${text.left} to ${text.right} of $width")
                }
                for (label in canvas.texts.filter { it.ink === Ink.ON_FRAME }) {
                    assertTrue(
                        canvas.boxes.any {
                            it.x <= label.left && label.right <= it.x + it.width && it.y < label.y && label.y < it.y + it.height
                        },
                    )
                }
            }
        }
    }

    @Test
    fun labelsAreShortenedInTheMiddle() {
        assertEquals("short", fitted("short", 100.0, 11.0))
        val shortened = fitted("beginning of a long label, and its end", 100.0, 11.0)!!
        assertTrue(
            shortened.startsWith("begi") && '…' in shortened && shortened.endsWith("nd") && textWidth(shortened, 11.0) <= 100.0,
            shortened,
        )
        assertNull(fitted("beginning", 12.0, 11.0))
        assertEquals("Insert.addRow", fitted("org.h2.command.dml.Insert.addRow(SessionLocal)", 100.0, 11.0))
        for (width in 40..200) {
            val text = fitted("\ud83d\ude00".repeat(50), width.toDouble(), 11.0) ?: continue
            assertEquals(0, text.replace("\ud83d\ude00", "").replace("…", "").length)
        }
    }

    @Test
    fun aRegionHasOneColourInEveryPicture() {
        assertEquals(Ink.ofFrame("solve"), Ink.ofFrame("solve"))
        assertTrue((0..200).map { Ink.ofFrame("region $it") }.toSet().size > 20)
        assertNotEquals(Ink.ofFrame("a"), Ink.ofFrame("b"))
    }

    @Test
    fun hostileLabelsAreShownEscaped() {
        val labels =
            listOf("<script>alert(1)</script>", "a&b\"'", "\u0000\u001b[31m", "\u202eevil", "\ud800", "\ufffe", "]]>", "", "\u2066x", "日本語")
        val results = built { graph -> for (label in labels) graph.add(null, label, 1e6) }
        for (kind in PictureKind.entries) {
            val text = svg(results, kind)
            assertTrue(text.none { it in "\u0000\u001b\u202e\ud800\ufffe\u2066" })
            assertTrue("&lt;script&gt;alert(1)&lt;/script&gt;" in text && "\\u202eevil" in text && "\\ufffe" in text && "<script" !in text)
        }
    }

    @Test
    fun aPictureOfNothingSaysSo() {
        val results = built { graph -> graph.add(null, "idle", 0.0) }
        assertTrue("Nothing above zero was recorded" in svg(results, PictureKind.FLAME))
        assertTrue("idle" in svg(results, PictureKind.BARS))
    }

    @Test
    fun coloursFollowTheReadersScreenUnlessChosen() {
        val results = sample()
        assertTrue("prefers-color-scheme:dark" in svg(results, PictureKind.BARS))
        val dark = svg(results, PictureKind.BARS, PictureStyle(theme = PictureTheme.DARK))
        assertTrue("prefers-color-scheme" !in dark && ".paper{fill:#16191d}" in dark)
    }

    @Test
    fun numbersHaveFourDigits() {
        assertEquals(
            listOf("0", "12.34", "0.001234", "1.234e-09", "12,345", "1234", "-0.5000"),
            listOf(0.0, 12.341, 0.001234, 1.234e-9, 12_345.0, 1234.0, -0.5).map(::significant),
        )
        assertEquals("9.817123456", allDigits(9.817123456))
        assertEquals(listOf("< 0.01 %", "0.00 %", "9.10 %", "33.5 %"), listOf(1e-5, 0.0, 0.091, 0.335).map(::percent))
    }

    @Test
    fun axesHaveRoundTicksThatHoldTheNumbers() {
        val linear = Axis.linear(-3.0, 17.0, 100.0, 200.0, 5)
        assertEquals(listOf(-5.0, 0.0, 5.0, 10.0, 15.0, 20.0), linear.ticks)
        assertEquals(listOf(100.0, 300.0), listOf(linear.at(-5.0), linear.at(20.0)))
        val logarithmic = Axis.logarithmic(30.0, 2e6, 0.0, 100.0, 10)
        assertEquals(listOf(10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e7), logarithmic.ticks)
        assertEquals(0.0, logarithmic.at(-1.0))
    }

    @Test
    fun anAxisThatStartsElsewhereThanAtZeroHasRoundTicksAndSaysSo() {
        val axis = Axis.between(62.1, 69.4, 0.0, 100.0, 5)
        assertEquals(listOf(62.0, 64.0, 66.0, 68.0, 70.0), axis.ticks)
        assertEquals(listOf("linear", "linear from 0"), listOf(axis.kind, Axis.between(1.0, 9.0, 0.0, 100.0, 5).kind))
        val fine = Axis.finelyLogarithmic(3.0, 40.0, 0.0, 100.0, 6)
        assertEquals(listOf(2.0, 5.0, 10.0, 20.0, 50.0), fine.ticks)
        assertEquals("logarithmic", fine.kind)
        assertEquals(listOf(1.0, 10.0, 100.0, 1e3, 1e4), Axis.finelyLogarithmic(3.0, 4e3, 0.0, 100.0, 6).ticks)
        for (same in listOf(1.0, 5.0, 7.0)) assertTrue(Axis.finelyLogarithmic(same, same, 0.0, 100.0, 6).ticks.size >= 2)
    }

    @Test
    fun ticksHaveTheUnitOfTheirAxisAndAsManyDigitsAsTheyDifferIn() {
        val ms = readableUnit(70e6, Quantity.TIME)
        assertEquals(listOf("0", "62.05 ms", "62.10 ms"), listOf(0.0, 62.05, 62.1).map { readableTick(it, 0.05, ms) })
        assertEquals(listOf("500 ms", "1,000 ms"), listOf(500.0, 1000.0).map { readableTick(it, 500.0, ms) })
        assertEquals("20 min", readableTick(20.0, 10.0, readableUnit(1.2e12, Quantity.TIME)))
        assertEquals("1.5 MB/s", readableTick(1.5, 0.5, readableUnit(2e6, Quantity.MEMORY), "/sec"))
        assertEquals("250,000", readableTick(250e3, 50e3, readableUnit(250e3, Quantity.COUNT)))
    }

    @Test
    fun aPlotNamesProgramDateAndUnit() {
        val facts = mapOf("PROGRAM" to "com.example.Server", "ELAPSED_SECONDS" to "4.9", "WRITTEN_AT" to "2026-11-30 12:30:15")
        val recorded = sample()
        val results = Results(
            recorded.graphs, 1L, 8, emptyList(),
            metadata = RunMetadataFacts(facts, emptyMap(), emptyList(), emptyMap()),
        )
        for (kind in PictureKind.entries) {
            assertTrue("com.example.Server, 4.90 s, 8 threads, 2026-11-30 12:30:15" in svg(results, kind), svg(results, kind))
        }
        val bars = svg(results, PictureKind.BARS)
        assertTrue("self, linear from 0" in bars && Regex(">\\d+ ms<") in bars && ">16.0 ms · 80.0 %<" in bars, bars)
        assertTrue(" lap" !in bars && "xclusive" !in bars && " msec" !in bars, bars)
    }

    @Test
    fun aStyleOutOfRangeIsRefused() {
        assertTrue("width: 10" in assertFailsWith<IllegalArgumentException> { PictureStyle(width = 10) }.message!!)
        assertTrue("top: 0" in assertFailsWith<IllegalArgumentException> { PictureStyle(top = 0) }.message!!)
    }

    private companion object {
        const val EPSILON = 1e-9
    }
}
