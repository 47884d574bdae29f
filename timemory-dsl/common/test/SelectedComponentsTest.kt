package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class SelectedComponentsTest {
    init {
        Components.register(FakeClock)
        Components.register(FakeGauge)
    }

    @Test
    fun withoutAnyChoiceItIsAWallClock() {
        val results = session { measure("x") {} }
        assertEquals(listOf("wall_clock"), results.graphs.map { it.type.id })
    }

    @Test
    fun theSettingNamesThem() {
        val results = session({ components = "fake_clock,fake_gauge" }) {
            measure("x") { pass(1) }
            assertEquals(7, Timemory.measure("y") { 7 })
        }
        assertEquals("x 1 1 1\ny 1 0 0", results.fakeGraph())
        assertEquals("x 1 2 2\ny 1 0 0", results.graph("fake_gauge"))
    }

    @Test
    fun globalComponentsServeWhereTheSettingIsMissing() {
        val results = session({ globalComponents = "fake_gauge" }) { measure("x") { pass(1) } }
        assertEquals(listOf("fake_gauge"), results.graphs.map { it.type.id })
    }

    @Test
    fun aUserBundleWithoutComponentsIsNoComponent() {
        val bundle = userBundle("CHOSEN_TEST_EMPTY")
        bundle.configure(*emptyArray<ComponentType<*>>())
        val failure = assertFailsWith<IllegalArgumentException> { Components.ofName("user_chosen_test_empty_bundle") }
        assertEquals("user bundle 'user_chosen_test_empty_bundle' has no components", failure.message)
        bundle.configure(WallClock)
        assertEquals(WallClock, Components.ofName("user_chosen_test_empty_bundle"))
    }

    @Test
    fun misspeltOnesAreReportedOnceAndTheOthersMeasured() {
        val results = session({ components = "fake_clok,fake_gauge" }) { repeat(2) { measure("x") { pass(1) } } }
        assertEquals("x 2 4 4", results.graph("fake_gauge"))
        assertEquals(
            listOf(
                "TIMEMORY_COMPONENTS: there is no component 'fake_clok'; the nearest is 'fake_clock' (`timemory avail` lists them " +
                    "all); measured: fake_gauge",
            ),
            results.problems,
        )
    }

    @Test
    fun whereAllAreMisspeltItIsAWallClock() {
        val results = session({ components = "wal_clock" }) { measure("x") {} }
        assertEquals(listOf("wall_clock"), results.graphs.map { it.type.id })
        assertContains(results.problems.single(), "the nearest is 'wall_clock' (`timemory avail` lists them all); measured: wall_clock")
    }

    @Test
    fun pushedComponentsServeUntilTheyArePopped() {
        val results = session({ components = "fake_clock" }) {
            Timemory.pushComponents("fake_gauge")
            measure("gauge") { pass(1) }
            Timemory.pushComponents(FakeClock, FakeGauge)
            measure("both") { pass(1) }
            Timemory.popComponents()
            measure("gauge") { pass(1) }
            Timemory.popComponents()
            measure("clock") { pass(1) }
        }
        assertEquals("both 1 1 1\nclock 1 1 1", results.fakeGraph())
        assertEquals("gauge 2 4 4\nboth 1 2 2", results.graph("fake_gauge"))
    }

    @Test
    fun aRegionPushedIsPoppedWithWhateverComponentsAreChosenThen() {
        val results = session({ components = "fake_clock" }) {
            Timemory.pushRegion("a")
            Timemory.pushComponents("fake_gauge")
            Timemory.pushRegion("b")
            pass(1)
            Timemory.popRegion("b")
            Timemory.popRegion("a")
            Timemory.popComponents()
        }
        assertEquals("a 1 1 1", results.fakeGraph())
        assertEquals("b 1 2 2", results.graph("fake_gauge"))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aRegionIsOpenedWithTheComponentsChosenThen() {
        val results = session({ components = "fake_clock" }) {
            val outer = Timemory.open("outer")
            Timemory.pushComponents("fake_gauge")
            pass(1)
            outer.close()
            Timemory.open("inner").close()
            Timemory.popComponents()
            Timemory.isEnabled = false
            Timemory.open("unseen").close()
        }
        assertEquals("outer 1 1 1", results.fakeGraph())
        assertEquals("inner 1 0 0", results.graph("fake_gauge"))
    }

    @Test
    fun theyBelongToTheThreadThatPushedThem() {
        val results = session({ components = "fake_clock" }) {
            Timemory.pushComponents("fake_gauge")
            inThreads(1) { measure("elsewhere") { pass(1) } }
            measure("here") { pass(1) }
            Timemory.popComponents()
        }
        assertEquals("elsewhere 1 1 1", results.fakeGraph())
        assertEquals("here 1 2 2", results.graph("fake_gauge"))
    }

    @Test
    fun aScopeEndsHoweverItIsLeft() {
        val results = session({ components = "fake_clock" }) {
            assertFailsWith<IllegalStateException> {
                Timemory.withComponents("fake_gauge") {
                    measure("inside") { pass(1) }
                    error("left")
                }
            }
            measure("outside") { pass(1) }
        }
        assertEquals("outside 1 1 1", results.fakeGraph())
        assertEquals("inside 1 2 2", results.graph("fake_gauge"))
    }

    @Test
    fun componentsAreAddedAndRemoved() {
        session({ components = "fake_clock" }) {
            Timemory.pushComponents("fake_clock")
            Timemory.addComponents("fake_gauge wall_clock")
            Timemory.removeComponents("fake_clock")
            assertEquals(listOf("fake_gauge", "wall_clock"), Timemory.components.map { it.id })
            Timemory.popComponents()
            assertEquals(listOf("fake_clock"), Timemory.components.map { it.id })
        }
    }

    @Test
    fun mistakesAreReported() {
        val results = session({ components = "fake_clock" }) {
            Timemory.popComponents()
            Timemory.popRegion("never")
            assertFailsWith<IllegalArgumentException> { Timemory.pushComponents("fake_clok") }
            measure("x") {}
        }
        assertEquals(1, results.problems.size, "${results.problems}")
        assertTrue("without a push" in results.problems[0])
    }

    @Test
    fun nothingChosenIsMeasuredWhileOff() {
        val results = session({ components = "fake_clock" }) {
            Timemory.isEnabled = false
            measure("off") { pass(1) }
            Timemory.pushRegion("off")
            Timemory.isEnabled = true
            Timemory.popRegion("off")
            measure("on") { pass(1) }
        }
        assertEquals("on 1 1 1", results.fakeGraph())
    }
}
