package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.export.ResultView

class ResultViewTest {
    /** main(1): parse(2) > read(4); solve(8) > step(16) > read(32), solve(64). */
    private val results = session {
        measure<FakeClock>("main") {
            pass(1)
            measure<FakeClock>("parse") {
                pass(2)
                measure<FakeClock>("read") { pass(4) }
            }
            measure<FakeClock>("solve") {
                pass(8)
                measure<FakeClock>("step") {
                    pass(16)
                    measure<FakeClock>("read") { pass(32) }
                    measure<FakeClock>("solve") { pass(64) }
                }
            }
        }
    }

    private fun ResultView.shown() = of(results).fakeGraph()

    @Test
    fun withoutWishesEverythingIsShownAsItIs() {
        assertEquals(results.fakeGraph(), ResultView().shown())
    }

    @Test
    fun flattenedWhatRanBesideARegionOfItsLabelCountsInFull() {
        val results = session {
            measure<FakeClock>("run") {
                pass(1)
                inThreads(1) { measure<FakeClock>("run") { pass(10); measure<FakeClock>("run") { pass(100) } } }
                measure<FakeClock>("run") { pass(1000) }
            }
        }
        val run = ResultView(flat = true).of(results)["fake_clock"]!!.find("run")!!
        // The thread's 110 ticks also passed in the outer region, since there is only one clock here. 1000 ticks of the time below it were
        // inside.
        assertEquals(listOf<Long?>(1111L + 110L, 111L + 110L + 1000L), listOf(run.inclusive.exactSum, run.exclusiveExact()))
        assertTrue(run.exclusive() <= run.inclusive.sum)
    }

    @Test
    fun deeperLevelsAreLeftOutAndValuesStay() {
        assertEquals("main 1 127 1\n  parse 1 6 2\n  solve 1 120 8", ResultView(depth = 2).shown())
    }

    @Test
    fun siblingsAreSortedByAColumn() {
        assertEquals("main solve step solve read parse read", labels(ResultView(sort = "sum")))
        assertEquals("main parse read solve step read solve", labels(ResultView(sort = "label")))
    }

    private fun labels(view: ResultView) = view.of(results)["fake_clock"]!!.nodes().joinToString(" ") { it.label }

    @Test
    fun aFilterKeepsWhatIsAroundAndInside() {
        assertEquals("main solve step read solve", labels(ResultView(filter = Regex("^step$"))))
        assertEquals("main parse read solve step read", labels(ResultView(filter = Regex("^read$"))))
        assertEquals(emptyList(), ResultView(filter = Regex("nothing")).of(results).graphs)
    }

    @Test
    fun theHotPathFollowsTheLargestValue() {
        assertEquals("main solve step solve", labels(ResultView(hotPath = true)))
    }

    @Test
    fun aFlatViewJoinsEqualLabelsAndCountsRecursionOnce() {
        assertEquals(
            "main 1 127 1\nparse 1 6 2\nread 2 36 36\nsolve 2 120 72\nstep 1 112 16",
            ResultView(flat = true, sort = "label").shown(),
        )
    }

    @Test
    fun whatMakesNoSenseIsRefused() {
        assertContains(assertFailsWith<IllegalArgumentException> { ResultView(sort = "size") }.message!!, "there are total, self")
        assertFailsWith<IllegalArgumentException> { ResultView(depth = 0) }
    }
}
