package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.output.Screen
import timemory.output.TextTable
import timemory.output.table
import timemory.results.CallGraph
import timemory.settings.Settings

/** A table that has no room for all regions shows those that carry most, and counts the others. */
class ShownRowsTest {
    /** `main` of 1000 with a hot path below it, and many other regions that take next to nothing. */
    private fun hotPath(): CallGraph = session {
        measure<FakeClock>("main") {
            repeat(20) { i -> measure<FakeClock>("small $i") { pass(1) } }
            measure<FakeClock>("hot") { measure<FakeClock>("hotter") { measure<FakeClock>("hottest") { pass(900) } } }
            pass(80)
        }
    }["fake_clock"]!!

    private fun rows(graph: CallGraph, most: Int): List<String> =
        buildString { TextTable(graph, Settings.DEFAULT, Screen.FILE, most).writeTo(this) }
            .lines().mapNotNull { line -> LABEL.find(line)?.let { it.groupValues[1] + it.groupValues[2] } }

    private companion object {
        val LABEL = Regex("""^\| >>> *(\|_)?(.*?) *\|""")
    }

    @Test
    fun the_hot_path_is_shown_to_its_end_and_the_others_are_counted_with_their_share() {
        assertEquals(
            listOf("main", "|_hot", "|_hotter", "|_hottest", "|_... 20 more regions, 2.0 %"),
            rows(hotPath(), 5).map { it.trim() }.sortedBy { it.contains("more") },
        )
    }

    @Test
    fun there_are_no_more_lines_than_were_asked_for() {
        for (most in 2..30) assertTrue(rows(hotPath(), most).size <= most, "at most $most: ${rows(hotPath(), most)}")
    }

    @Test
    fun a_table_that_has_room_shows_everything() {
        val all = rows(hotPath(), 0)
        assertEquals(24, all.size)
        assertEquals(all, rows(hotPath(), 24))
        assertFalse(all.any { "more region" in it })
    }

    @Test
    fun the_row_of_a_region_is_the_same_whatever_else_is_shown() {
        val graph = hotPath()
        fun line(most: Int) = buildString { TextTable(graph, Settings.DEFAULT, Screen.FILE, most).writeTo(this) }
            .lines().first { "|_hot " in it }.split('|').drop(2).map { it.trim() }
        assertEquals(line(0), line(5))
    }

    @Test
    fun what_is_folded_below_many_roots_is_a_part_of_all_of_them() {
        val graph = session { repeat(100) { i -> measure<FakeClock>("root $i") { pass(if (i == 70) 901 else 1) } } }["fake_clock"]!!
        assertEquals(listOf("root 70", "... 99 more regions, 9.9 %"), rows(graph, 2))
    }

    @Test
    fun shares_are_told_only_where_values_add_up_and_nothing_ran_beside() {
        val graph = session { measure<FakeGauge>("a") { repeat(9) { i -> measure<FakeGauge>("b$i") { pass(5) } } } }["fake_gauge"]!!
        graph.roots[0].children.forEach { it.isConcurrent = true }
        assertContains(rows(graph, 2), "|_... 9 more regions")
    }

    @Test
    fun a_terminal_gets_a_screenful_and_a_pipe_everything_from_the_results() {
        val graph = session { measure<FakeClock>("a") { repeat(200) { i -> measure<FakeClock>("b$i") { pass(5) } } } }["fake_clock"]!!
        assertContains(graph.table(Settings.DEFAULT, Screen(200, hasColours = false)), "of 201 regions, those with the largest values")
        assertContains(graph.table(Settings.DEFAULT, Screen.FILE), "b199")
    }
}
