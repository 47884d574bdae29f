package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.internal.text.displayWidth
import timemory.output.Screen
import timemory.output.table
import timemory.settings.Settings

class ScreenTest {
    private fun table(screen: Screen): String {
        val results = session {
            measure<FakeClock>("outer") {
                measure<FakeClock>(
                    "a region with a label of considerable length, whose end tells which it " +
                        "is: 42",
                ) { pass(7) }
            }
        }
        return results["fake_clock"]!!.table(Settings.DEFAULT, screen)
    }

    private fun widths(table: String) = table.lines().filter { it.startsWith("|") }.map { displayWidth(it) }.distinct()

    @Test
    fun aTableIsAsWideAsItNeedsToBeInAFile() {
        assertTrue(widths(table(Screen.FILE)).single() > 150)
    }

    @Test
    fun aTableFitsAnyUsualTerminal() {
        for (columns in listOf(160, 120, 100, 80, 60)) {
            val table = table(Screen(columns, hasColours = false))
            assertTrue(widths(table).single() <= columns, "$columns columns:\n$table")
            for (header in listOf("LABEL", "COUNT", "UNITS", "SUM", "% SELF")) assertContains(table, header)
            assertContains(table, "42")
        }
    }

    @Test
    fun coloursAreForTerminalsThatHaveThem() {
        assertTrue('\u001B' !in table(Screen(100, hasColours = false)))
        val coloured = table(Screen(100, hasColours = true))
        assertContains(coloured, "\u001B[1m")
        assertEquals(table(Screen(100, hasColours = false)), coloured.replace(Regex("\u001B\\[[0-9]*m"), ""))
    }
}
