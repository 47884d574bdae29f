package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.internal.platform.processId
import timemory.internal.platform.readText
import timemory.internal.text.displayWidth
import timemory.internal.text.exponential
import timemory.internal.text.fixed
import timemory.output.TextTable
import timemory.output.fileName
import timemory.output.table
import timemory.results.Results
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader

class OutputTest {
    private fun sample(configure: SettingsBuilder.() -> Unit = {}) = session(configure) {
        measure<FakeClock>("main") {
            repeat(2) { measure<FakeClock>("load") { pass(2_000_000) } }
            measure<FakeClock>("compute") { pass(16_000_000) }
        }
    }

    private fun table(results: Results, id: String = "fake_clock", configure: SettingsBuilder.() -> Unit = {}): String {
        val settings = SettingsLoader(emptyMap(), emptyMap()) { error(it) }.load(SettingsBuilder().apply(configure)).settings
        return buildString { TextTable(results[id]!!, settings).writeTo(this) }
    }

    @Test
    fun tableIsLaidOutAsTimemoryPrintsIt() {
        assertEquals(
            """
            |----------------------------------------------------------------------------------------------------------------------|
            |                                                A CLOCK MOVED BY TESTS                                                |
            |----------------------------------------------------------------------------------------------------------------------|
            |    LABEL      | COUNT  | DEPTH  |  METRIC    | UNITS  |  SUM   | MEAN   |  MIN   |  MAX   |  VAR   | STDDEV | % SELF |
            |---------------|--------|--------|------------|--------|--------|--------|--------|--------|--------|--------|--------|
            | >>> main      |      1 |      0 | fake_clock | msec   | 20.000 | 20.000 | 20.000 | 20.000 |  0.000 |  0.000 |    0.0 |
            | >>> |_load    |      2 |      1 | fake_clock | msec   |  4.000 |  2.000 |  2.000 |  2.000 |  0.000 |  0.000 |  100.0 |
            | >>> |_compute |      1 |      1 | fake_clock | msec   | 16.000 | 16.000 | 16.000 | 16.000 |  0.000 |  0.000 |  100.0 |
            |----------------------------------------------------------------------------------------------------------------------|

            """.trimIndent().lines().joinToString("\n"),
            table(sample()),
        )
    }

    @Test
    fun whatIsNoPartOfASumHasNoShareOfIt() {
        val regions = List(2) { bundleOf(listOf(DataTrackerInteger)).region(if (it == 0) "outer" else "inner") }
        val results = session {
            for ((region, value) in regions.zip(listOf(5L, 17L))) {
                region.start()
                (region.component(0) as LongTracker).store(value)
            }
            for (region in regions.reversed()) region.stop()
        }
        val rows = table(results, "data_tracker_integer").lines().filter { ">>>" in it }
        val shares = rows.map { row -> row.split('|').last { it.isNotBlank() }.trim() }
        assertEquals(listOf("-", "100.0"), shares)
    }

    @Test
    fun aShareThatRoundingPutsBelowNothingIsZero() {
        val regions = List(2) { bundleOf(listOf(DataTrackerFloating)).region(if (it == 0) "outer" else "inner") }
        val results = session {
            for ((region, value) in regions.zip(listOf(1.0, 1.0 + 1e-9))) {
                region.start()
                (region.component(0) as DoubleTracker).store(value)
            }
            for (region in regions.reversed()) region.stop()
        }
        val rows = table(results, "data_tracker_floating").lines().filter { ">>>" in it }
        val shares = rows.map { row -> row.split('|').last { it.isNotBlank() }.trim() }
        assertEquals(listOf("0.0", "100.0"), shares)
    }

    @Test
    fun everyLineOfATableIsEquallyWide() {
        val results = session {
            for (label in listOf(
                "", "a\nb", "日本語", "x".repeat(10_000), "e\u0301", "\u202eevil", "\u001b[31mred", "plain",
                "\ud83d\ude00",
            )) {
                measure<FakeClock>(label) { pass(1) }
            }
        }
        val lines = table(results).trimEnd().lines()
        assertEquals(setOf(displayWidth(lines[0])), lines.map(::displayWidth).toSet())
        val text = table(results)
        assertTrue("\\n" in text && "\\u001b" in text && "\\u202e" in text && "\"\"" in text, text)
        assertTrue('\u001b' !in text && '\u202e' !in text)
    }

    @Test
    fun rulesDivideATableWhereAsked() {
        fun rules(
            lines: Int,
        ) = table(sample()) { separatorFreq = lines }.lines().count { it.startsWith("|---") && it.count { c -> c == '|' } > 2 }
        assertEquals(listOf(1, 3, 2), listOf(0, 1, 2).map(::rules))
    }

    @Test
    fun unitsFollowTheLargestSumOrTheSetting() {
        assertTrue(" usec " in table(session { measure<FakeClock>("x") { pass(5_000) } }))
        assertTrue(" sec " in table(session { measure<FakeClock>("x") { pass(7_200_000_000_000) } }))
        assertTrue("|  0.020 |" in table(sample()) { timingUnits = "sec" })
        assertTrue(" 20.00000 " in table(sample()) { precision = 5 })
        assertTrue(" 2.000e+01 " in table(sample()) { timingScientific = true })
    }

    @Test
    fun countsHaveNoFraction() {
        val text = table(session { repeat(3) { measure<TripCount>("x") { } } }, "trip_count")
        assertTrue("|      3 |  1.000 |      1 |      1 |" in text, text)
    }

    @Test
    fun everyPrecisionThatIsAllowedMakesATable() {
        for (digits in 0..17) {
            val text = table(sample()) { precision = digits }
            assertTrue(" 20" + (if (digits > 0) "." else "") + "0".repeat(digits) + " " in text, text)
            assertTrue("e+01 " in table(sample()) { precision = digits; scientific = true })
        }
    }

    @Test
    fun numbersAreRoundedAndKeepTheirSign() {
        assertEquals("0.000", fixed(-0.0001, 3))
        assertEquals("-0.001", fixed(-0.0005001, 3))
        assertEquals("2", fixed(1.5, 0))
        assertEquals("10000000000000000.000", fixed(1e16, 3))
        assertEquals("0.10000000000000001", fixed(0.1, 17))
        assertEquals("1.00", fixed(1.005, 2))
        assertEquals("0.00000000000000000", fixed(4.9e-324, 17))
        assertEquals("1.00e+01", exponential(9.999, 2))
        assertEquals("-5.00e-10", exponential(-5e-10, 2))
        assertEquals("4.94e-324", exponential(4.9e-324, 2))
        assertEquals("1.00000000000000006e-01", exponential(0.1, 17))
        assertEquals("1.79769313486231571e+308", exponential(Double.MAX_VALUE, 17))
        assertEquals("0.00e+00", exponential(0.0, 2))
    }

    @Test
    fun tenThousandLevelsAreWritten() {
        val tools = bundle<FakeClock>()
        val results = session {
            repeat(10_000) { tools.push("level") }
            repeat(10_000) { tools.pop() }
        }
        assertTrue(table(results).lines().maxOf { it.length } < 300)
    }

    @Test
    fun fileNamesCannotLeaveTheDirectory() {
        assertEquals(".._.._etc_x", fileName("../../etc/x"))
        assertEquals("_..", fileName(".."))
    }

    @Test
    fun componentsOfOneLabelDoNotWriteOverEachOther() {
        val folder = "/tmp/timemory-labels-${processId()}"
        session({
            fileOutput = true
            outputPath = folder
        }) { measure<FakeClock, AlsoFakeClock>("x") { pass(3) } }
        val texts = listOf("fake_clock", "fake_clock_2").map { readText("$folder/$it.txt") }
        assertTrue("MOVED BY TESTS" in texts[0] && "OF THE SAME NAME" in texts[1], texts.toString())
        shell("rm -r $folder")
    }
}

/** Has the id of another component. */
@DescribedBy(AlsoFakeClock.TYPE::class)
internal class AlsoFakeClock : LongDeltaComponent() {
    override fun read(): Long = fakeNow

    companion object TYPE : ComponentType<AlsoFakeClock>("fake_clock", "Another clock of the same name", Quantity.TIME, ::AlsoFakeClock)
}
