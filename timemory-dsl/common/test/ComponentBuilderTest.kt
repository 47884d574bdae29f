package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.output.TextTable
import timemory.settings.SettingsBuilder
import timemory.settings.SettingsLoader

class ComponentBuilderTest {
    private var reading = 0L

    private fun sumOf(type: ComponentType<*>, program: () -> Unit): Double {
        val results = session { bundleOf(listOf(type)).measure("x", program) }
        assertEquals(emptyList(), results.problems)
        return results[type]!!.find("x")!!.inclusive.sum
    }

    @Test
    fun aDeltaIsTheReadingAtTheEndLessThatAtTheStart() {
        reading = 5
        assertEquals(7.0, sumOf(component("a_delta", "A delta") { delta { reading } }) { reading = 12 })
        assertEquals(3.5, sumOf(component("a_double_delta", "A delta") { doubleDelta { reading / 2.0 } }) { reading = 19 })
    }

    @Test
    fun aSampleIsTheReadingAtTheEnd() {
        reading = 5
        assertEquals(12.0, sumOf(component("a_sample", "A sample") { sample { reading } }) { reading = 12 })
        assertEquals(6.5, sumOf(component("a_double_sample", "A sample") { doubleSample { reading / 2.0 } }) { reading = 13 })
    }

    @Test
    fun aRatioDividesTheSumsOfTwoComponents() {
        val share = component("a_ratio", "The gauge for the clock", Quantity.PERCENTAGE) { ratio(FakeGauge, FakeClock, 100.0) }
        assertEquals(200.0, sumOf(share) { pass(3) })
    }

    @Test
    fun aRateHasTheAmountAndHowMuchThereWasPerSecond() {
        val rate = component("a_rate", "Ticks") {
            label("ticks")
            rate(FakeGauge)
        }
        assertEquals(listOf("ticks", "ticks_rate"), rate.elements)
        assertEquals(8.0, sumOf(rate) { pass(4) })
    }

    @Test
    fun aSumAddsUpComponents() {
        assertEquals(9.0, sumOf(component("a_sum", "Both") { sum(FakeClock, FakeGauge) }) { pass(3) })
    }

    private class Range(val low: Double, val high: Double)

    private val range = component("a_range", "Lowest and highest reading") {
        values<Range> {
            lap({ reading }) { begin -> Range(minOf(begin, reading).toDouble(), maxOf(begin, reading).toDouble()) }
            merge { a, b -> Range(minOf(a.low, b.low), maxOf(a.high, b.high)) }
            numbers("low", "high") { doubleArrayOf(it.low, it.high) }
            display { "${it.low} to ${it.high}" }
        }
    }

    @Test
    fun valuesOfAnyTypeAreMerged() {
        val tools = bundleOf(listOf(range))
        val results = session {
            for ((begin, end) in listOf(5L to 2L, 4L to 9L)) {
                reading = begin
                tools.measure("x") { reading = end }
            }
        }
        val totals = results[range]!!.find("x")!!.inclusive
        assertEquals(listOf("2.0 to 9.0", "4.0 to 9.0"), listOf(totals.display(), range.displayAny(totals.last!!)))
        assertEquals(listOf("low", "high"), range.elements)
    }

    @Test
    fun aMarkerHearsOfTheLabelAtBothEnds() {
        val heard = ArrayList<String>()
        val marker = component("a_marker", "Tells of laps") { marker({ heard.add("begin $it") }) { heard.add("end $it") } }
        session { measureWith(marker) }
        assertEquals(listOf("begin x", "begin y", "end y", "end x"), heard)
    }

    private fun measureWith(type: ComponentType<*>) {
        val tools = bundle<FakeClock> { add(type) }
        tools.measure("x") { tools.measure("y") { pass(1) } }
    }

    @Test
    fun itsPropertiesAreThoseGiven() {
        val type = component("with_properties", "All of them", Quantity.MEMORY) {
            label("props")
            aliases("properties_one", "properties_two")
            binding(Binding.PROCESS)
            category("tests")
            source("nowhere")
            unavailable { "there is none here" }
            sample { 1L }
        }
        assertEquals(
            listOf<Any?>(
                "with_properties", "All of them", Quantity.MEMORY, "props", Binding.PROCESS, "tests", "nowhere", "there is none here",
            ),
            listOf(
                type.id, type.description, type.quantity, type.label, type.binding, type.category, type.source, type.unavailableReason(),
            ),
        )
        assertEquals(listOf("properties_one", "properties_two"), type.aliases)
        val results = session { bundle<FakeClock> { add(type) }.measure("x") { pass(1) } }
        assertTrue("there is none here" in results.problems.single())
    }

    @Test
    fun tablesHaveItsPrecisionAndWidthUnlessSettingsSayOtherwise() {
        val type = component("with_format", "A third") {
            precision(5)
            width(20)
            doubleSample { 1.0 / 3 }
        }
        val results = session { bundleOf(listOf(type)).measure("x") { } }
        fun table(configure: SettingsBuilder.() -> Unit = {}) = buildString {
            val settings = SettingsLoader(emptyMap(), emptyMap()) { error(it) }.load(SettingsBuilder().apply(configure)).settings
            TextTable(results[type]!!, settings).writeTo(this)
        }
        assertContains(table(), "| ${" ".repeat(13)}0.33333 |")
        assertContains(table { precision = 2 }, "| ${" ".repeat(16)}0.33 |")
        assertContains(table { width = 0 }, "| 0.33333 |")
        assertFailsWith<IllegalArgumentException> { component("bad_precision", "Bad") { precision(18) } }
        assertFailsWith<IllegalArgumentException> { component("bad_width", "Bad") { width(-1) } }
    }

    @Test
    fun oncePutIntoTheListItIsFoundByItsId() {
        val type = component("found_by_id", "Found by its id") { delta { fakeNow } }
        Components.register(type)
        Components.register(type)
        val results = session { bundleOf("found_by_id").measure("x") { pass(2) } }
        assertEquals("x 1 2 2", results.graph("found_by_id"))
        val other = component("found_by_id", "Another one") { delta { fakeNow } }
        assertFailsWith<IllegalArgumentException> { Components.register(other) }
    }

    @Test
    fun whatItReadsMayFail() {
        val broken = component("broken_reading", "Breaks") { sample { error("no answer") } }
        val results = session { bundle<FakeClock> { add(broken) }.measure("x") { pass(1) } }
        assertEquals("x 1 1 1", results.fakeGraph())
        assertTrue("no answer" in results.problems.single())
    }

    @Test
    fun itSaysExactlyOnceWhatItsValueIs() {
        val none = assertFailsWith<IllegalArgumentException> { component("no_value", "None") { } }
        assertEquals(
            "component 'no_value' defines no value: call one of delta, sample, ratio, rate, sum, values and marker",
            none.message,
        )
        val two = assertFailsWith<IllegalArgumentException> {
            component("two_values", "Two") {
                delta { 1L }
                sample { 1L }
            }
        }
        assertEquals("component 'two_values' defines its value twice, by delta and by sample: remove one", two.message)
        val text = assertFailsWith<IllegalArgumentException> { component("a_bad_ratio", "Bad") { ratio(range, FakeClock) } }
        assertEquals("component a_range does not measure integers, which ratio requires", text.message)
        assertFailsWith<IllegalArgumentException> { component("Bad Id", "Bad") { delta { 1L } } }
        assertFailsWith<IllegalArgumentException> { component("no_parts", "Bad") { sum() } }
        for (names in listOf(listOf("a", "a"), listOf("a", ""))) {
            assertFailsWith<IllegalArgumentException> {
                component("bad_names", "Bad") { values<Range> { numbers(names) { doubleArrayOf(it.low, it.high) } } }
            }
        }
        assertFailsWith<IllegalArgumentException> { component("no_merge", "Bad") { values<Range> { sample { Range(0.0, 0.0) } } } }
        assertFailsWith<IllegalArgumentException> { component("no_sample", "Bad") { values<Range> { merge { a, _ -> a } } } }
    }

    @Test
    fun oneLambdaServesManyThreads() {
        val ones = component("ones", "One each lap") { sample { 1L } }
        val tools = bundleOf(listOf(ones))
        val results = session { inThreads(4) { repeat(1_000) { tools.measure("x") { } } } }
        assertEquals("x 4000 4000 4000", results.graph("ones"))
    }

    @Test
    fun whatItIsToldLaterDoesNotReachItsComponent() {
        val builder = ComponentBuilder("built_once", "Built once").sample { 1L }
        val first = builder.label("first").build()
        val second = builder.label("second").unavailable { "not the second" }.build()
        assertEquals(listOf("first", "second"), listOf(first.label, second.label))
        assertEquals(listOf(null, "not the second"), listOf(first.unavailableReason(), second.unavailableReason()))
    }

    @Test
    fun namesThatMeanSomethingElseAreRefused() {
        for (id in listOf("none", "fallthrough", "user_global_bundle", "trace_bundle")) {
            val type = component(id, "Not to be named") { sample { 1L } }
            val failure = assertFailsWith<IllegalArgumentException> { Components.register(type) }
            assertTrue("'$id'" in failure.message!! && "means something else" in failure.message!!, failure.message)
            assertFailsWith<IllegalArgumentException> { SessionBuilder().components(type) }
        }
    }

    @Test
    fun aliasesAreNamesThatListsCanHave() {
        for (name in listOf("", "Upper", "two words", "a,b", "a;b")) {
            val builder = ComponentBuilder("aliased", "Has aliases")
            val failure = assertFailsWith<IllegalArgumentException>(name) { builder.aliases("fine", name) }
            assertTrue("'$name'" in failure.message!!, failure.message)
        }
    }

    @Test
    fun valuesThatCannotBeAddedUpCostNoOtherComponentItsResults() {
        val broken = component("broken_merge", "Cannot be added up") {
            values<Range> {
                sample { Range(1.0, 2.0) }
                merge { _, _ -> error("cannot add") }
                numbers("low", "high") { doubleArrayOf(it.low, it.high) }
            }
        }
        val tools = bundle<FakeClock> { add(broken) }
        val results = session {
            tools.measure("x") { pass(1) }
            inThreads(1) { tools.measure("x") { pass(1) } }
        }
        assertEquals("x 2 2 2", results.fakeGraph())
        assertEquals(2L, results[broken]!!.find("x")!!.inclusive.laps)
        assertTrue("broken_merge failed to add up values" in results.problems.single() && "cannot add" in results.problems.single())
    }
}
