package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import timemory.internal.text.displayWidth
import timemory.internal.text.shortenLabel
import timemory.output.Screen
import timemory.output.consoleText
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Stands for a component that samples. */
@DescribedBy(FakeSamples.TYPE::class)
internal class FakeSamples : LongDeltaComponent() {
    override fun read(): Long = fakeNow

    companion object TYPE : ComponentType<FakeSamples>("fake_samples", "Samples made by tests", Quantity.TIME, ::FakeSamples)
}

/** Labels that are too long: what readers know best stays. */
class ShortLabelTest {
    @Test
    fun parameters_go_first_and_then_the_package() {
        val label = "org.h2.command.dml.Insert.addRow(org.h2.engine.SessionLocal, org.h2.value.Value[])"
        assertEquals(label, shortenLabel(label, 90))
        assertEquals("org.h2.command.dml.Insert.addRow", shortenLabel(label, 40))
        assertEquals("Insert.addRow", shortenLabel(label, 31))
        assertEquals("…rt.addRow", shortenLabel(label, 10))
    }

    @Test
    fun names_of_other_languages_are_shortened_the_same_way() {
        assertEquals("~Insert.<init>", shortenLabel("~org.h2.command.dml.Insert.<init>", 20))
        assertEquals("Table<a::b>::find", shortenLabel("engine::storage::Table<a::b>::find(int, char const*)", 20))
        assertEquals("storage::find", shortenLabel("engine::storage::find(int, char const*)", 20))
        assertEquals("Solver.step", shortenLabel("package.of.Solver.step@solve.py:13", 20))
        assertEquals("main", shortenLabel("main(java.lang.String[])", 10))
    }

    @Test
    fun texts_lose_their_middle() {
        assertEquals("SELECT *…E id = ?", shortenLabel("SELECT * FROM orders JOIN customers WHERE id = ?", 17))
        assertEquals("GET /ord…tems/{id}", shortenLabel("GET /orders/{order}/items/{id}", 18))
    }

    @Test
    fun no_label_is_wider_than_its_room() {
        val labels =
            listOf("a.b.日本語.日本語関数名前が長い(int)", "\ud83d\ude00.".repeat(20), "~x.", "~", ".", "::", "a::", "<<<>>.a.B.c", "(a)")
        for (label in labels) for (columns in 4..30) {
            val short = shortenLabel(label, columns)
            assertTrue(displayWidth(short) <= columns, "$columns: $short")
            assertFalse(short.contains("…") && displayWidth(label) <= columns, short)
        }
    }

    @Test
    fun the_tree_has_short_labels_and_keeps_the_marks_after_them() {
        val results = session {
            measure<FakeClock>("main") {
                val context = CallContext.current()
                inThreads(2) {
                    context.within { measure<FakeClock>("com.example." + "packages.".repeat(8) + "Worker.work(int)") { pass(3) } }
                }
            }
        }
        val settings = Settings.load(SettingsBuilder().apply { console = "tree" })
        assertContains(results.consoleText(settings, Screen(80, hasColours = false)), "\n  Worker.work & ")
    }

    @Test
    fun samples_are_called_samples_and_not_calls() {
        val tree = Settings.load(SettingsBuilder().apply { console = "tree" })
        val sampled = session { repeat(3) { measure<FakeSamples>("hot") { pass(1) } } }.consoleText(tree, Screen.FILE).lines()
        assertEquals(listOf("region", "samples", "total", "self"), sampled[4].split(' ').filter { it.isNotEmpty() })
        assertEquals(listOf("hot", "3"), sampled[5].split(' ').filter { it.isNotEmpty() }.take(2))
        val both = session { measure<FakeClock, FakeSamples>("hot") { pass(1) } }.consoleText(tree, Screen.FILE).lines()
        assertEquals(listOf("region", "calls", "total", "self", "mean", "samples"), both[4].split(' ').filter { it.isNotEmpty() }.take(6))
    }

    @Test
    fun a_value_that_is_too_small_for_the_unit_asked_for_is_not_zero() {
        val settings = Settings.load(
            SettingsBuilder().apply {
                console = "tree"
                timingUnits = "sec"
            },
        )
        assertContains(session { measure<FakeClock>("short") { pass(70) } }.consoleText(settings, Screen.FILE), "<0.001 sec")
    }
}
