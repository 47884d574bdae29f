package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertSame
import kotlin.test.assertTrue
import timemory.bundle.Bundle
import timemory.bundle.UserBundle
import timemory.internal.problems.Problems
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader

class UserBundleTest {
    private fun ids(bundle: Bundle) = bundle.types.joinToString { it.id }

    /** The components of [label] with backup SECOND, if settings name any. */
    private fun chosen(vararg lists: Pair<String, String>): String {
        val bundle = UserBundle("FIRST", listOf("SECOND"))
        val builder = SettingsBuilder()
        for ((label, components) in lists) builder.components(label, components)
        bundle.configure(SettingsLoader(emptyMap(), emptyMap()) { "" }.load(builder).settings, Problems {})
        return ids(bundle)
    }

    @Test
    fun itsOwnSettingGoesBeforeTheOthers() {
        assertEquals("peak_rss", chosen("FIRST" to "peak_rss", "SECOND" to "wall_clock", "GLOBAL" to "cpu_clock"))
    }

    @Test
    fun withoutItsOwnThoseOfItsBackupsAreLookedAtInTurn() {
        assertEquals("wall_clock", chosen("SECOND" to "wall_clock", "GLOBAL" to "cpu_clock"))
        assertEquals("cpu_clock", chosen("GLOBAL" to "cpu_clock"))
        assertEquals("", chosen("THIRD" to "cpu_clock"))
    }

    @Test
    fun noneEndsTheSearch() {
        assertEquals("", chosen("FIRST" to "none", "GLOBAL" to "cpu_clock"))
        assertEquals("", chosen("SECOND" to "None", "GLOBAL" to "cpu_clock"))
    }

    @Test
    fun fallthroughAddsThoseOfTheBackups() {
        assertEquals("peak_rss, cpu_clock", chosen("FIRST" to "peak_rss fallthrough", "GLOBAL" to "cpu_clock,peak_rss"))
        assertEquals("peak_rss, wall_clock", chosen("FIRST" to "fallthrough;peak_rss", "SECOND" to "wall_clock", "GLOBAL" to "cpu_clock"))
        assertEquals("peak_rss", chosen("FIRST" to "peak_rss,fallthrough", "SECOND" to "none", "GLOBAL" to "cpu_clock"))
    }

    @Test
    fun aListMayNameAnotherBundle() {
        assertEquals("peak_rss, cpu_clock", chosen("FIRST" to "peak_rss, user_trace_bundle", "TRACE" to "cpu_clock"))
        assertEquals("cpu_clock", chosen("FIRST" to "global_bundle", "GLOBAL" to "cpu_clock"))
        assertEquals(
            "peak_rss, cpu_clock",
            chosen("FIRST" to "user_trace_bundle", "TRACE" to "peak_rss user_list_bundle", "LIST" to "user_trace_bundle cpu_clock"),
        )
    }

    @Test
    fun bundlesInListsOfComponentsStandForWhatTheyHave() {
        val bundle = userBundle("TUPLE")
        bundle.configure(PeakRss, WallClock)
        assertEquals("wall_clock, peak_rss", ids(bundleOf("user_tuple_bundle, wall_clock")))
        assertEquals("peak_rss, wall_clock", ids(bundleOf("TUPLE_BUNDLE")))
        val failure = assertFailsWith<IllegalArgumentException> { bundleOf("user_tupel_bundle") }
        assertTrue("'user_tuple_bundle'" in failure.message!!, failure.message)
        bundle.reset()
    }

    @Test
    fun aBundleThatOnlyAListNamesIsNotTakenForMisspelt() {
        val results = session({
            components("LIST", "trip_count")
            set("COMPONENTS", "user_list_bundle")
        }) { Timemory.measure("x") {} }
        assertEquals(emptyList(), results.problems)
        assertEquals(listOf("trip_count"), results.graphs.map { it.type.id })
    }

    @Test
    fun environmentPropertiesAndFileNameComponents() {
        val settings = SettingsLoader(
            mapOf("TIMEMORY_FIRST_COMPONENTS" to "wall_clock", "TIMEMORY_CONFIG_FILE" to "f", "TIMEMORY_COMPONENTS" to "peak_rss"),
            mapOf("timemory.second_components" to "cpu_clock"),
        ) { "FIRST_COMPONENTS = page_rss, real_clock" }.load(SettingsBuilder())
        assertEquals(emptyList(), settings.warnings)
        assertEquals("page_rss, real_clock", settings.settings.componentsOf("FIRST"))
        assertEquals("cpu_clock", settings.settings.componentsOf("second"))
        assertEquals("peak_rss", settings.settings.components)
        assertEquals("peak_rss", settings.settings.componentsOf(""))
    }

    @Test
    fun anUnknownComponentIsReportedAndTheOthersAreMeasured() {
        val bundle = userBundle("MISSPELT")
        val results = session({ components("MISSPELT", "wall_clck, trip_count") }) { bundle.measure("x") {} }
        assertEquals("x 1", results.graph("trip_count").substringBeforeLast(' ').substringBeforeLast(' '))
        assertTrue(results.problems.any { "TIMEMORY_MISSPELT_COMPONENTS" in it && "'wall_clock'" in it }, "${results.problems}")
    }

    @Test
    fun aSettingWithoutASingleComponentIsAsGoodAsNone() {
        assertEquals("cpu_clock", chosen("FIRST" to "wal_clock", "GLOBAL" to "cpu_clock"))
        assertEquals("peak_rss", chosen("FIRST" to "wal_clock peek_rss", "SECOND" to "peak_rss", "GLOBAL" to "cpu_clock"))
        assertEquals("", chosen("FIRST" to "wal_clock", "SECOND" to "none", "GLOBAL" to "cpu_clock"))
        assertEquals("wall_clock", chosen("FIRST" to "wal_clock"), "somebody asked for something")
    }

    @Test
    fun aBundleMadeWhileMeasuringReportsItsMistakesToo() {
        val results = session({ components("LATE_ONE", "wal_clock;trip_cuont") }) { userBundle("LATE_ONE").measure("x") {} }
        assertEquals(listOf("wall_clock"), results.graphs.map { it.type.id })
        assertEquals(
            listOf(
                "TIMEMORY_LATE_ONE_COMPONENTS: there are no components 'wal_clock', 'trip_cuont'; the nearest are 'wall_clock', " +
                    "'trip_count' " +
                    "(`timemory avail` lists them all); measured: wall_clock",
            ),
            results.problems,
        )
    }

    @Test
    fun componentsOfABundleThatNobodyHasAreReported() {
        val results = session({ components("SOLVR_X", "wall_clock") }) { measure<FakeClock>("x") {} }
        assertTrue(results.problems.any { "TIMEMORY_SOLVR_X_COMPONENTS" in it }, "${results.problems}")
    }

    @Test
    fun componentsOfBundlesThatTimemoryHasAreNotReported() {
        val results = session({ components("TRACE", "wall_clock"); components("PROFILER", "wall_clock") }) { measure<FakeClock>("x") {} }
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun anEmptyBundleRecordsNothing() {
        val bundle = userBundle("EMPTY")
        val results = session {
            measure<FakeClock>("around") {
                bundle.measure("x") { pass(1) }
                bundle.push("y")
                bundle.pop()
                bundle.open("z").close()
            }
        }
        assertEquals("around 1 1 1", results.fakeGraph())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun theProgramGoesBeforeTheSettings() {
        val bundle = userBundle("CHANGED")
        bundle.configure(FakeClock)
        val results = session({ components("CHANGED", "peak_rss") }) {
            bundle.measure("one") { pass(1) }
            bundle.insert(FakeGauge, FakeClock)
            bundle.measure("both") { pass(2) }
            bundle.remove(FakeClock)
            bundle.measure("other") { pass(3) }
            bundle.reset()
            assertEquals("peak_rss", ids(bundle))
        }
        assertEquals("one 1 1 1\nboth 1 2 2", results.fakeGraph())
        assertEquals("both 1 4 4\nother 1 6 6", results.graph("fake_gauge"))
        assertNull(results["peak_rss"])
    }

    @Test
    fun aRegionKeepsTheComponentsItWasOpenedWith() {
        val bundle = userBundle("KEPT")
        bundle.configure(FakeClock)
        val results = session {
            bundle.measure("x") {
                bundle.configure(FakeGauge)
                pass(3)
            }
        }
        assertEquals("x 1 3 3", results.fakeGraph())
        bundle.reset()
    }

    @Test
    fun thereIsOneBundleOfALabel() {
        assertSame(userBundle("ONE"), userBundle("one"))
        assertFailsWith<IllegalArgumentException> { userBundle("no label") }
        assertFailsWith<IllegalArgumentException> { userBundle("") }
    }

    @Test
    fun whatWasPushedBeforeAChangeIsPoppedAfterIt() {
        val bundle = userBundle("PUSHEDBEFORE")
        bundle.configure(FakeClock)
        val results = session {
            bundle.push("x")
            bundle.push("y")
            bundle.configure(FakeGauge)
            bundle.push("z")
            bundle.pop("x")
            bundle.pop()
            bundle.pop()
        }
        bundle.reset()
        assertEquals(emptyList(), results.problems)
        val recorded = listOf("fake_clock", "fake_gauge").map { id ->
            results[id]!!.nodes().filter {
                it.inclusive.laps > 0L
            }.map { it.label }.toList()
        }
        assertEquals(listOf(listOf("x", "y"), listOf("z")), recorded)
    }
}
