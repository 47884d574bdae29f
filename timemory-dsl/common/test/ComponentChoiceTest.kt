package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.bundle.ChosenComponents
import timemory.bundle.UserBundle
import timemory.bundle.chooseComponents
import timemory.internal.platform.readText
import timemory.internal.problems.Problems
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader
import timemory.spi.componentsOfTool

/** The cases of `verification/component-choice/cases.txt`. */
class ComponentChoiceTest {
    private class Case(val line: String) {
        private val cells = line.split('|').map { it.trim() }
        val first get() = cells[0]
        val second get() = cells[1]
        val global get() = cells[2]
        val unknown get() = cells.getOrElse(4) { "" }

        fun measured(usual: String) = when (cells[3]) {
            "nothing" -> ""
            "usual" -> usual
            else -> cells[3]
        }
    }

    private val cases: List<Case> = generateSequence("") { "../$it" }.take(MAX_FOLDERS)
        .firstNotNullOf { runCatching { readText("${it}verification/component-choice/cases.txt") }.getOrNull() }
        .lines().filter { '|' in it && !it.startsWith("#") }.map { Case(it) }

    private fun settings(vararg lists: Pair<String, String>): Settings {
        val builder = SettingsBuilder()
        for ((label, components) in lists) if (components.isNotEmpty()) builder.components(label, components)
        return SettingsLoader(emptyMap(), emptyMap()) { "" }.load(builder).settings
    }

    private fun ids(types: Collection<ComponentType<*>>) = types.joinToString(",") { it.id }

    private fun check(usual: String = "wall_clock", choose: (Case) -> ChosenComponents) {
        assertTrue(cases.size > 20, "${cases.size}")
        for (case in cases) {
            val chosen = choose(case)
            assertEquals(case.measured(usual), ids(chosen.types), case.line)
            assertEquals(case.unknown.isNotEmpty(), chosen.mistakes.isNotEmpty(), case.line)
            for (mistake in chosen.mistakes) assertTrue("'${case.unknown}'" in mistake && "TIMEMORY_" in mistake, mistake)
        }
    }

    @Test
    fun settingsAreLookedAtInTurn() = check { case ->
        val settings = settings("FIRST" to case.first, "SECOND" to case.second, "GLOBAL" to case.global)
        chooseComponents(settings, "", listOf("FIRST", "SECOND"), listOf(WallClock))
    }

    @Test
    fun whatIsGivenIsTheFirstList() {
        for (case in cases) {
            val settings = settings("FIRST" to case.second, "GLOBAL" to case.global)
            if (case.unknown in case.first && case.unknown.isNotEmpty()) {
                val failure = assertFailsWith<IllegalArgumentException> {
                    chooseComponents(settings, case.first, listOf("FIRST"), listOf(WallClock))
                }
                assertTrue("'${case.unknown}'" in failure.message!!, failure.message)
            } else {
                val chosen = chooseComponents(settings, case.first, listOf("FIRST"), listOf(WallClock))
                assertEquals(case.measured("wall_clock"), ids(chosen.types), case.line)
            }
        }
    }

    @Test
    fun userBundlesMeasureNothingIfNoSettingNamesAny() {
        for (case in cases) {
            val mistakes = ArrayList<String>()
            val bundle = UserBundle("FIRST", listOf("SECOND"))
            val settings = settings("FIRST" to case.first, "SECOND" to case.second, "GLOBAL" to case.global)
            bundle.configure(settings, Problems { mistakes.add(it) })
            // A user who asked for something is not left without anything.
            assertEquals(case.measured(if (case.unknown.isEmpty()) "" else "wall_clock"), ids(bundle.types), case.line)
            assertEquals(case.unknown.isNotEmpty(), mistakes.isNotEmpty(), case.line)
        }
    }

    @Test
    fun regionsThatNameNone() {
        for (case in cases) {
            if (case.second.isNotEmpty()) continue
            val results = session({
                components = case.first
                if (case.global.isNotEmpty()) components("GLOBAL", case.global)
            }) { Timemory.measure("x") {} }
            assertEquals(case.measured("wall_clock"), results.graphs.joinToString(",") { it.type.id }, case.line)
            assertEquals(case.unknown.isNotEmpty(), results.problems.isNotEmpty(), case.line)
        }
    }

    @Test
    fun toolsLookAtTheirOwnSettingsFirst() {
        session({ components("MINE", "trip_count,fallthrough"); components = "cpu_clock" }) {
            assertEquals("trip_count,cpu_clock", ids(componentsOfTool("", listOf("MINE"), listOf(WallClock))))
            assertEquals("cpu_clock", ids(componentsOfTool("", listOf("OTHER"), listOf(WallClock))))
            assertEquals("peak_rss,trip_count,cpu_clock", ids(componentsOfTool("peak_rss fallthrough", listOf("MINE"), listOf(WallClock))))
            assertEquals("", ids(componentsOfTool("none", listOf("MINE"), listOf(WallClock))))
        }
    }

    @Test
    fun noneIsAListInCodeToo() {
        val results = session {
            measure<FakeClock>("around") {
                val nothing = bundleOf("none")
                nothing.measure("a") {}
                nothing.push("b")
                nothing.pop()
                Timemory.pushComponents("None")
                Timemory.measure("c") {}
                Timemory.popComponents()
            }
        }
        assertEquals("around 1 0 0", results.fakeGraph())
        assertEquals(emptyList(), results.problems)
        assertFailsWith<IllegalArgumentException> { bundleOf("") }
    }

    private companion object {
        /** From the folder of a module's tests to the root. */
        const val MAX_FOLDERS = 8
    }
}
