package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertSame
import kotlin.test.assertTrue

class RuntimeBundleTest {
    @Test
    fun componentsAreFoundByIdAndAlias() {
        assertEquals(listOf(WallClock, PeakRss), bundleOf("wall_clock, peak_rss").types)
        assertEquals(listOf<ComponentType<*>>(WallClock), bundleOf(" REAL_CLOCK ").types)
    }

    @Test
    fun itMeasuresInTheNodeOfABundleWithTheSameComponents() {
        val chosen = bundleOf(listOf(FakeClock, FakeGauge))
        val results = session {
            repeat(2) {
                chosen.measure("x") { pass(1) }
                measure<FakeClock, FakeGauge>("x") { pass(2) }
            }
            chosen.push("y")
            pass(5)
            chosen.pop()
        }
        assertEquals("x 4 6 6\ny 1 5 5", results.fakeGraph())
        assertSame(bundle<FakeClock, FakeGauge>().set, chosen.set)
    }

    @Test
    fun anUnknownIdIsNamedWithTheNearest() {
        val failure = assertFailsWith<IllegalArgumentException> { bundleOf("wall_clock,wall_clok") }
        assertTrue("'wall_clok'" in failure.message!! && "'wall_clock'" in failure.message!!, failure.message)
    }

    @Test
    fun emptyAndDoubledSetsAreRefused() {
        assertFailsWith<IllegalArgumentException> { bundleOf(" , ") }
        assertFailsWith<IllegalArgumentException> { bundleOf(emptyList()) }
        assertFailsWith<IllegalArgumentException> { bundleOf("wall_clock,real_clock") }
    }
}
