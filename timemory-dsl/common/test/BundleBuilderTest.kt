package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotSame
import kotlin.test.assertNull
import kotlin.test.assertSame
import kotlin.test.assertTrue
import timemory.bundle.Bundle
import timemory.output.Screen
import timemory.output.table
import timemory.settings.Settings

class BundleBuilderTest {
    private val twice = component("twice", "Twice the fake clock") { delta { 2 * fakeNow } }

    private fun ids(bundle: Bundle) = bundle.types.joinToString { it.id }

    @Test
    fun whatIsAddedComesAfterTheComponentsOfTheType() {
        val tools = bundle<FakeClock, FakeGauge> {
            add(twice)
            add<TripCount>()
        }
        assertEquals("fake_clock, fake_gauge, twice, trip_count", ids(tools))
        val results = session {
            val (value, clock, gauge) = tools.measured("x") {
                pass(3)
                "value"
            }
            assertEquals(listOf("value", 3L, 6L), listOf(value, clock.sum, gauge.sum))
        }
        assertEquals("x 1 6 6", results.graph("twice"))
        assertEquals(listOf<String>(), results.problems)
    }

    @Test
    fun withoutMoreItIsTheBundleOfItsTypes() {
        assertSame(bundle<FakeClock, FakeGauge>().set, bundle<FakeClock, FakeGauge> { }.set)
        assertSame(bundle<FakeClock>(Scope.FLAT).set, bundle<FakeClock> { scope(Scope.FLAT) }.set)
        assertSame(bundleOf(listOf(FakeClock, twice)).set, bundleOf { add(FakeClock, twice) }.set)
    }

    @Test
    fun whatIsOptionalIsLeftOutInSilenceWhereItIsUnavailable() {
        val tools = bundle<FakeClock> {
            optional(Unavailable)
            optional<FakeGauge>()
            optional(FakeClock)
        }
        assertEquals("fake_clock, fake_gauge", ids(tools))
        val results = session { tools.measure("x") { pass(1) } }
        assertEquals(emptyList(), results.problems)
        val required = session { bundle<FakeClock> { add(Unavailable) }.measure("x") { pass(1) } }
        assertTrue("this machine has no such thing" in required.problems.single())
    }

    @Test
    fun aComponentIsInABundleOnce() {
        val typed = assertFailsWith<IllegalArgumentException> { bundle<FakeClock> { add<FakeClock>() } }
        assertEquals("duplicate component fake_clock in the bundle", typed.message)
        assertFailsWith<IllegalArgumentException> { bundle<FakeClock> { add(twice, twice) } }
        val empty = assertFailsWith<IllegalArgumentException> { bundleOf { } }
        assertEquals("a bundle has 1 to 64 components, not 0", empty.message)
    }

    @Test
    fun itFollowsItsUserBundle() {
        val chosen = userBundle("BUILT")
        val tools = bundle<FakeClock> { userBundle("BUILT") }
        assertEquals("fake_clock", ids(tools))
        val results = session {
            tools.measure("before") { pass(1) }
            chosen.configure(FakeClock, FakeGauge)
            assertEquals("fake_clock, fake_gauge", ids(tools))
            tools.measure("during") { pass(1) }
            chosen.remove(FakeGauge)
            tools.measure("after") { pass(1) }
        }
        assertEquals("before 1 1 1\nduring 1 1 1\nafter 1 1 1", results.fakeGraph())
        assertEquals("during 1 2 2", results.graph("fake_gauge"))
        chosen.reset()
    }

    @Test
    fun aSessionsSettingsChooseForTheUserBundle() {
        val tools = bundle<FakeClock> { userBundle("BUILTBYSETTING") }
        session({ components("BUILTBYSETTING", "trip_count") }) { assertEquals("fake_clock, trip_count", ids(tools)) }
        session { assertEquals("fake_clock", ids(tools)) }
    }

    @Test
    fun percentilesAreThoseOfItsOwnRegions() {
        val exact = bundle<FakeClock> { percentiles(99, 50) }
        assertNotSame(bundle<FakeClock>().set, exact.set)
        val results = session {
            for (ticks in 1L..100L) {
                exact.measure("exact") { pass(ticks) }
                measure<FakeClock>("other") { pass(ticks) }
            }
        }
        val graph = results["fake_clock"]!!
        assertEquals(listOf(50.0, 99.0), graph.percentiles.toList())
        val node = graph.find("exact")!!.inclusive
        assertEquals(listOf<Double?>(50.0, 99.0), listOf(node.percentile(50.0), node.percentile(99.0)))
        assertNull(graph.find("other")!!.inclusive.percentile(50.0))
        val table = graph.table(Settings.DEFAULT, Screen.FILE)
        assertTrue("P50" in table && "P99" in table, table)
    }

    @Test
    fun aRegionWithoutPercentilesAtTheSamePlaceIsNotMistakenForOneWith() {
        val exact = bundle<FakeClock> { percentiles(50) }
        val results = session {
            exact.measure("x") { pass(5) }
            measure<FakeClock>("x") { pass(9) }
            exact.measure("x") { pass(5) }
        }
        val node = results["fake_clock"]!!.find("x")!!.inclusive
        assertEquals(listOf(3L, 2L), listOf(node.laps, node.histogram().sumOf { it.count }))
    }

    @Test
    fun percentilesAreChecked() {
        assertFailsWith<IllegalArgumentException> { bundle<FakeClock> { percentiles() } }
        val wrong = assertFailsWith<IllegalArgumentException> { bundle<FakeClock> { percentiles(50, 101) } }
        assertEquals("percentile 101.0 must be above 0 and at most 100", wrong.message)
    }

    @Test
    fun theFlatScopeIsItsOwn() {
        val flat = bundle<FakeClock> { scope(Scope.FLAT) }
        val results = session { measure<FakeClock>("outer") { flat.measure("inner") { pass(2) } } }
        assertEquals("outer 1 2 0\ninner 1 2 2", results.fakeGraph())
    }
}
