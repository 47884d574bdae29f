package timemory

import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.internal.text.displayWidth
import timemory.output.Screen
import timemory.output.consoleText
import timemory.output.readable
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** What the console shows when a program ends: a headline, and one tree with columns for each component. */
class ConsoleTest {
    private fun text(results: Results, columns: Int = Int.MAX_VALUE, configure: SettingsBuilder.() -> Unit = {}): String {
        val settings = Settings.load(SettingsBuilder().apply(configure))
        return results.consoleText(settings, Screen(columns, hasColours = false))
    }

    /** The lines below the headline. */
    private fun tree(results: Results, columns: Int = Int.MAX_VALUE, configure: SettingsBuilder.() -> Unit = {}): String =
        text(results, columns, configure).lines().drop(3).joinToString("\n").trimEnd()

    private fun server(): Results = session {
        measure<FakeClock, TripCount>("request") {
            measure<FakeClock, TripCount>("read") { pass(1_500_000) }
            repeat(20) { measure<FakeClock, TripCount>("query") { pass(12_345_678) } }
        }
        measure<FakeGauge>("other") { pass(5) }
    }

    @Test
    fun a_tree_has_a_group_of_columns_for_each_component() {
        assertEquals(
            """
            |                                                    fake_clock   trip_count   fake_gauge
            |region                        calls    total     self     mean  total  self  total  self
            |request                           1   248 ms        0   248 ms      1     1
            |  read                            1  1.50 ms  1.50 ms  1.50 ms      1     1
            |  query                          20   247 ms   247 ms  12.3 ms     20    20
            |other                             1                                             10    10
            """.trimMargin(),
            tree(server()),
        )
    }

    @Test
    fun the_headline_names_the_program_and_how_long_it_ran() {
        val headline = text(server()).lines()[1]
        assertTrue(Regex(""".+, [0-9.,]+ (ms|s|min|h), CPU [0-9.,]+ (ms|s|min|h), 1 thread""").matches(headline), headline)
    }

    @Test
    fun no_line_is_wider_than_the_terminal_or_a_hundred_columns() {
        val results = session {
            measure<FakeClock, TripCount, FakeGauge, WallClock, ThreadCpuClock, PeakRss, PageRss, CpuClock>("x".repeat(300)) {
                repeat(40) { i -> measure<FakeClock, TripCount, FakeGauge, WallClock>("日本語 region number $i") { pass(1) } }
            }
        }
        for (columns in listOf(80, 100, 200, Int.MAX_VALUE)) {
            for (line in tree(results, columns).lines().filter { it.startsWith("region") || it.startsWith("x") || it.startsWith(" ") }) {
                assertTrue(displayWidth(line) <= minOf(100, columns), "$columns: $line")
            }
        }
        // Components without room follow below, so none is lost.
        for (graph in results.graphs) assertContains(tree(results, 80), graph.type.id)
    }

    @Test
    fun columns_that_follow_from_others_are_left_out_first() {
        val narrow = tree(server(), 70)
        assertEquals(listOf("region", "calls", "total", "total"), narrow.lines()[1].split(' ').filter { it.isNotEmpty() }, narrow)
        assertFalse(narrow.lines()[1].contains("self  total  self"), narrow)
        assertContains(narrow, "TIMEMORY_CONSOLE=tables")
    }

    @Test
    fun regions_of_several_bundles_are_in_the_order_in_which_they_were_entered() {
        val results = session {
            measure<FakeClock>("first") { pass(1) }
            measure<TripCount>("second") { }
            measure<FakeClock>("third") { pass(1) }
        }
        assertEquals(listOf("first", "second", "third"), tree(results).lines().drop(2).map { it.substringBefore(' ') })
    }

    @Test
    fun regions_that_ran_concurrently_are_marked_and_explained_once() {
        val results = session {
            measure<FakeClock>("main") {
                val context = CallContext.current()
                inThreads(2) { context.within { measure<FakeClock>("work") { pass(3) } } }
            }
        }
        val text = tree(results)
        assertContains(text, "  work &")
        assertEquals(1, text.lines().count { it.startsWith("& ran concurrently") }, text)
    }

    @Test
    fun with_little_room_regions_with_the_largest_share_of_any_component_are_shown() {
        val results = session {
            measure<FakeClock>("main") {
                repeat(30) { i -> measure<FakeClock>("small $i") { pass(1) } }
                measure<FakeClock>("hot") { pass(1_000) }
            }
        }
        val text = tree(results, 100) { consoleMaxRows = 4 }
        assertContains(text, "  hot ")
        assertContains(text, "... 29 more regions, 2.8 %")
        assertContains(text, "TIMEMORY_CONSOLE_MAX_ROWS=0")
    }

    @Test
    fun tables_are_shown_if_the_setting_asks_for_them() {
        val text = text(server()) { console = "tables" }
        assertContains(text, "| >>> request")
        assertContains(text, "% SELF")
    }

    @Test
    fun units_that_a_setting_asks_for_are_the_same_in_all_rows() {
        val text = tree(server()) { timingUnits = "msec" }
        assertContains(text, "246.914 msec")
        assertContains(text, "1.500 msec")
    }

    @Test
    fun labels_cannot_control_the_terminal() {
        val text = tree(session { measure<FakeClock>("\u001b[31mred\u202e") { pass(1) } })
        assertFalse('\u001b' in text || '\u202e' in text, text)
    }

    @Test
    fun a_value_has_the_unit_that_suits_it() {
        fun time(raw: Double) = readable(raw, Quantity.TIME)
        assertEquals(
            listOf("0", "0.250 ns", "70.5 us", "38.7 ms", "1.00 s", "7.74 s"),
            listOf(0.0, 0.25, 70_500.0, 38.7e6, 999.7e6, 7.74e9).map(::time),
        )
        assertEquals(listOf("599 s", "10.0 min", "10.0 h", "1,000 h"), listOf(599e9, 600e9, 36_000e9, 3.6e15).map(::time))
        assertEquals("1.20 GB", readable(1.2e9, Quantity.MEMORY))
        assertEquals(
            listOf("7", "12,345", "9,999,999", "12.3 M"),
            listOf(7.0, 12_345.0, 9_999_999.0, 12.345e6).map { readable(it, Quantity.COUNT) },
        )
        assertEquals("3.14/s", readable(3.14159, Quantity.COUNT, "/s").replace(" /s", "/s"))
        assertEquals("-", readable(Double.NaN, Quantity.TIME))
    }

    @Test
    fun a_value_reads_back_within_half_a_unit_of_its_third_digit() {
        val random = Random(50)
        val sizes = mapOf("ns" to 1.0, "us" to 1e3, "ms" to 1e6, "s" to 1e9, "min" to 60e9, "h" to 3600e9)
        repeat(10_000) {
            val raw = random.nextDouble(1.0, 10.0) * listOf(1.0, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12).random(random)
            val (number, unit) = readable(raw, Quantity.TIME).split(' ')
            val back = number.replace(",", "").toDouble() * sizes.getValue(unit)
            assertTrue(kotlin.math.abs(back - raw) <= raw * 0.00501, "$raw: $number $unit")
        }
    }
}
