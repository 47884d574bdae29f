package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertSame
import kotlin.test.assertTrue
import timemory.internal.callgraph.record

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
    fun aRegionOfItTellsTotalsSinceItWasReset() {
        val region = bundleOf(listOf(FakeClock, FakeGauge)).region("x")
        val results = session {
            for (ticks in listOf(3L, 5L)) {
                region.start()
                pass(ticks)
                region.stop()
            }
            val (clock, gauge) = region.totals()
            assertEquals(listOf(2L, 2L), listOf(clock.laps, gauge.laps))
            assertEquals(listOf(8.0, 5.0, 3.0, 4.0), listOf(clock.sum, clock.last(0), clock.statistics[0].min, clock.statistics[0].mean))
            assertEquals(listOf(16.0, 10.0), listOf(gauge.sum, gauge.last(0)))
            region.reset()
            assertEquals(listOf(0L, 0.0), region.totals()[0].let { listOf(it.laps, it.last(0)) })
        }
        assertEquals("x 2 8 8", results.fakeGraph())
    }

    private class Scripted(type: ComponentType<*>, private val factor: Double) : RuntimeComponent(type) {
        override fun start() {}

        override fun stop() = record(factor)
    }

    private fun scripted(id: String, factor: Double): ComponentType<*> {
        lateinit var type: ComponentType<Scripted>
        type = ComponentType(id, "Always $factor", Quantity.COUNT) { Scripted(type, factor) }
        return type
    }

    @Test
    fun oneClassMayServeSeveralTypes() {
        val one = scripted("scripted_one", 1.0)
        val two = scripted("scripted_two", 2.0)
        val results = session {
            repeat(3) { bundleOf(listOf(one, two)).measure("x") {} }
            bundleOf(listOf(two)).measure("x") {}
        }
        assertEquals(listOf(3.0, 8.0), listOf(one, two).map { results[it]!!.find("x")!!.inclusive.sum })
        assertFailsWith<IllegalArgumentException> { bundleOf(listOf(one, one)) }
    }

    private class Labelled(type: ComponentType<*>, private val told: MutableList<String>) : RuntimeComponent(type) {
        private var region = ""

        override fun joinedRegion(label: String) {
            region = label
            told += label
        }

        override fun start() {}

        override fun stop() = record(region.length.toDouble())
    }

    @Test
    fun aComponentIsToldTheLabelOfItsRegionOnce() {
        val told = ArrayList<String>()
        lateinit var type: ComponentType<Labelled>
        type = ComponentType("labelled", "The length of its label", Quantity.COUNT) { Labelled(type, told) }
        val results = session {
            repeat(3) { bundleOf(listOf(type)).measure("outer") { bundleOf(listOf(type)).measure("in") {} } }
        }
        assertEquals(listOf("outer", "in"), told.toList())
        assertEquals(15.0, results[type]!!.find("outer")!!.inclusive.sum)
    }

    @Test
    fun aRunningRegionTellsItsComponents() {
        val region = bundleOf(listOf(FakeClock, DataTrackerInteger)).region("x")
        session {
            assertEquals(null, region.component(1))
            region.start()
            (region.component(1) as LongTracker).store(17)
            assertEquals(null, region.component(2))
            region.stop()
            assertEquals(17.0, region.totals()[1].sum)
            assertEquals(null, region.component(1))
        }
    }

    @DescribedBy(Share.TYPE::class)
    internal class Share : RatioComponent(FakeGauge(), FakeClock()) {
        companion object TYPE : RatioType<Share>("fake_share", "The gauge for the clock", Quantity.PERCENTAGE, ::Share)
    }

    @Test
    fun theReadingsOfASourceCanBeHadWithoutALap() {
        fakeNow = 21L
        assertEquals(listOf<Long?>(21L, 42L, null, null), listOf(FakeClock, FakeGauge, Share, Unavailable).map { it.readingNow() })
        assertTrue(PeakRss.readingNow()!! > 1_000_000L)
    }

    @Test
    fun anUnknownIdIsNamedWithTheNearest() {
        val failure = assertFailsWith<IllegalArgumentException> { bundleOf("wall_clock,wall_clok") }
        assertTrue("'wall_clok'" in failure.message!! && "'wall_clock'" in failure.message!!, failure.message)
        val all = assertFailsWith<IllegalArgumentException> { bundleOf("wal_clock,wall_clock,peek_rss") }.message
        assertEquals(
            "there are no components 'wal_clock', 'peek_rss'; the nearest are 'wall_clock', 'peak_rss' (`timemory avail` lists " +
                "them all)",
            all,
        )
    }

    @Test
    fun emptyAndDoubledSetsAreRefused() {
        assertFailsWith<IllegalArgumentException> { bundleOf(" , ") }
        assertFailsWith<IllegalArgumentException> { bundleOf(emptyList()) }
        assertFailsWith<IllegalArgumentException> { bundleOf("wall_clock,real_clock") }
    }
}
