package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotSame
import kotlin.test.assertNull
import kotlin.test.assertSame
import kotlin.test.assertTrue
import timemory.bundle.Bundle
import timemory.bundle.BundleBuilder
import timemory.internal.callgraph.Availability
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
        val results = session { tools.measure("x") { pass(1) } }
        assertEquals(emptyList(), results.problems)
        assertEquals(listOf("fake_clock", "fake_gauge"), results.graphs.map { it.type.id })
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

    private var missing: String? = "no events are named"
    private val late = component("late_counter", "There once settings name events") {
        unavailable { missing }
        delta { fakeNow }
    }

    @Test
    fun whatIsOptionalMeasuresOnceSettingsMakeItAvailable() {
        val tools = bundle<FakeClock> { optional(late) }
        val without = session { tools.measure("x") { pass(1) } }
        missing = null
        Availability.changed()
        val with = session { tools.measure("x") { pass(1) } }
        assertEquals(listOf("nothing", "x 1 1 1"), listOf(without, with).map { it.graph("late_counter") })
        assertEquals(emptyList(), without.problems + with.problems)
    }

    @Test
    fun whatIsOptionalIsReportedOnceTheUserAsksForIt() {
        val tools = bundle<FakeClock> {
            optional(Unavailable)
            userBundle("ASKED")
        }
        userBundle("ASKED").configure(Unavailable)
        val results = session { tools.measure("x") { pass(1) } }
        userBundle("ASKED").reset()
        assertTrue("this machine has no such thing" in results.problems.single())
    }

    @Test
    fun aTypeNamedTwiceIsAnError() {
        val failure = assertFailsWith<IllegalArgumentException> { bundle<FakeClock, FakeClock> { } }
        assertEquals("duplicate component fake_clock in the bundle", failure.message)
    }

    @Test
    fun itsBuilderIsNotUsedOnceItIsMade() {
        var kept: BundleBuilder? = null
        val tools = bundle<FakeClock> { kept = this }
        val failure = assertFailsWith<IllegalStateException> { kept!!.add(twice) }
        assertEquals("the bundle has been made: call its builder only while that makes it", failure.message)
        assertEquals("fake_clock", ids(tools))
    }

    @Test
    fun moreComponentsThanABundleCanHaveAreReported() {
        val chosen = userBundle("MANY")
        val tools = bundle<FakeClock> { userBundle("MANY") }
        chosen.configure(*numberedComponents.take(64).toTypedArray())
        assertEquals(64, tools.types.size)
        val expected =
            "a bundle has 65 components with those of user bundle MANY; it can have at most 64, and these are left out: numbered_63"
        val before = session { tools.measure("x") { pass(1) } }
        assertEquals(listOf(expected), before.problems)
        chosen.reset()
        val meanwhile = session {
            chosen.configure(*numberedComponents.take(64).toTypedArray())
            tools.measure("x") { pass(1) }
        }
        assertEquals(listOf(expected), meanwhile.problems)
        chosen.reset()
        assertEquals(1, tools.types.size)
    }

    @Test
    fun moreOptionalComponentsThanABundleCanHaveAreAnError() {
        val failure = assertFailsWith<IllegalArgumentException> {
            bundle<FakeClock> { optional(*numberedComponents.take(64).toTypedArray()) }
        }
        assertEquals("a bundle has 1 to 64 components, not 65", failure.message)
    }

    @Test
    fun aRegionHandleOutlivesAChangeOfItsUserBundle() {
        val chosen = userBundle("HANDLED")
        chosen.configure(FakeGauge)
        val tools = bundle<FakeClock> { userBundle("HANDLED") }
        val results = session {
            val region = tools.region("x")
            for (types in listOf<List<ComponentType<*>>>(listOf(FakeGauge), listOf(TripCount, twice, FakeGauge), emptyList())) {
                chosen.configure(*types.toTypedArray())
                region.start()
                pass(1)
                region.stop()
            }
            assertEquals(listOf(3L to 3L, 2L to 4L), region.get().map { it.laps to (it as LongComponent).sum })
            assertEquals(listOf("fake_clock", "fake_gauge"), region.totals().map { it.type.id })
        }
        chosen.reset()
        assertEquals(emptyList(), results.problems)
        assertEquals(listOf("x 3 3 3", "x 2 4 4", "x 1 2 2"), listOf("fake_clock", "fake_gauge", "twice").map(results::graph))
    }
}
