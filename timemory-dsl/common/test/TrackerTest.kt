package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.results.Results

@DescribedBy(Iterations.TYPE::class)
internal class Iterations : LongTracker() {
    companion object TYPE : ComponentType<Iterations>("iterations", "Iterations of the solver", Quantity.COUNT, ::Iterations)
}

@DescribedBy(Residual.TYPE::class)
internal class Residual : DoubleTracker() {
    companion object TYPE : ComponentType<Residual>("residual", "What the solver is off by", Quantity("residual", ""), ::Residual)
}

/** The smallest of words. */
@DescribedBy(FirstWord.TYPE::class)
internal class FirstWord : ValueTracker<String>(TYPE) {
    companion object TYPE : ValueComponentType<FirstWord, String>("first_word", "The first word", Quantity.COUNT, ::FirstWord) {
        override fun plus(a: String, b: String): String = minOf(a, b)
    }
}

@DescribedBy(NoTracker.TYPE::class)
internal class NoTracker : LongTracker() {
    companion object TYPE : ComponentType<NoTracker>("no_tracker", "Not there", Quantity.COUNT, ::NoTracker) {
        override fun unavailableReason(): String = "no such tracker here"
    }
}

class TrackerTest {
    private fun Results.statistics(id: String, vararg path: String) = this[id]!!.find(*path)!!.inclusive.statistics[0]

    @Test
    fun theSolverOfTheDocumentation() {
        val errors = listOf(8.0, 4.0, 2.0, 1.0)
        val results = session {
            measure<FakeClock, Iterations>("iteration_time") {
                for (error in errors) {
                    store<Iterations>(1L) { a, b -> a + b }
                    track<Residual>("foo", error)
                }
            }
        }
        assertEquals("iteration_time 1 4 4", results.graph("iterations"))
        val residuals = results.statistics("residual", "foo")
        assertEquals(listOf(4.0, 15.0, 3.75, 1.0, 8.0), residuals.run { listOf(count.toDouble(), sum, mean, min, max) })
    }

    @Test
    fun aTrackerThatCannotBeHadHereIsToldOnceAndNotTakenForAMissingRegion() {
        val results = session { measure<FakeClock, NoTracker>("x") { repeat(3) { store<NoTracker>(1) } } }
        assertEquals(listOf("no such tracker here"), results.problems.filter { "no such tracker" in it }.map { "no such tracker here" })
        assertEquals(emptyList(), results.problems.filter { "is open here" in it })
    }

    @Test
    fun aLapInWhichNothingWasStoredIsZero() {
        val results = session {
            measure<Iterations>("x") { store<Iterations>(5) }
            measure<Iterations>("x") { }
        }
        assertEquals("x 2 5 5", results.graph("iterations"))
        assertEquals(0.0, results.statistics("iterations", "x").min)
    }

    @Test
    fun theLastStoreCountsUnlessValuesAreCombined() {
        val results = session {
            measure<Iterations>("last") {
                store<Iterations>(5)
                store<Iterations>(7)
            }
            measure<Iterations>("largest") {
                for (value in listOf(3L, 9L, 4L)) store<Iterations>(value) { a, b -> maxOf(a, b) }
            }
        }
        assertEquals("last 1 7 7\nlargest 1 9 9", results.graph("iterations"))
    }

    @Test
    fun marksAddWhatLiesBetweenThem() {
        val results = session {
            measure<Iterations, Residual>("x") {
                for ((begin, end) in listOf(10L to 14L, 20L to 21L)) {
                    markBegin<Iterations>(begin)
                    markBegin<Residual>(begin / 2.0)
                    markEnd<Iterations>(end)
                    markEnd<Residual>(end / 2.0)
                }
            }
        }
        assertEquals(5.0, results.statistics("iterations", "x").sum)
        assertEquals(2.5, results.statistics("residual", "x").sum)
    }

    @Test
    fun theInnermostRegionThatHasTheComponentIsMeant() {
        val results = session {
            measure<Iterations>("outer") {
                measure<FakeClock>("between") {
                    store<Iterations>(1)
                    measure<Iterations>("inner") { store<Iterations>(2) }
                }
            }
        }
        assertEquals("outer 1 1 -1\n  inner 1 2 2", results.graph("iterations"))
    }

    @Test
    fun secondaryValuesAreShownAsRegionsInside() {
        val results = session {
            repeat(2) { lap ->
                measure<Iterations, Residual>("x") {
                    store<Iterations>(10)
                    addSecondary<Iterations>("warm", 1)
                    addSecondary<Iterations>("warm", 2)
                    if (lap == 0) addSecondary<Iterations>("cold", 4)
                    addSecondary<Residual>("part", 0.5)
                }
            }
        }
        // Not subtracted from the value of the region: they are not part of it.
        assertEquals("x 2 20 20\n  warm 2 6 6\n  cold 1 4 4", results.graph("iterations"))
        assertEquals(1.0, results.statistics("residual", "x", "part").sum)
    }

    @Test
    fun secondaryValuesAndMarksAreCombinedByAFunction() {
        val results = session {
            measure<Iterations, Residual, FirstWord>("x") {
                for (value in listOf(3L, 9L, 4L)) {
                    addSecondary<Iterations>("largest", value) { a, b -> maxOf(a, b) }
                    addSecondary<Residual>("smallest", value / 2.0) { a, b -> minOf(a, b) }
                }
                for (word in listOf("plum", "apple")) addSecondary<FirstWord, _>("longest", word) { a, b -> maxOf(a, b) }
                markBegin<Iterations>(6)
                markEnd<Iterations>(7) { begin, end -> begin * end }
                markBegin<Residual>(8.0)
                markEnd<Residual>(2.0) { begin, end -> begin / end }
                markBegin<FirstWord, _>("a")
                markEnd<FirstWord, _>("b") { begin, end -> begin + end }
            }
        }
        assertEquals("x 1 42 42\n  largest 1 9 9", results.graph("iterations"))
        assertEquals(listOf(4.0, 1.5), listOf(arrayOf("x"), arrayOf("x", "smallest")).map { results.statistics("residual", *it).sum })
        val words = results["first_word"]!!.find("x")!!
        assertEquals(listOf("ab", "plum"), listOf(words, words.children.single()).map { it.inclusive.display() })
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun anUnsignedTrackerRefusesNegativeNumbers() {
        val results = session {
            measure<DataTrackerUnsigned>("x") {
                store<DataTrackerUnsigned>(5)
                for (mistake in listOf<() -> Unit>(
                    { store<DataTrackerUnsigned>(-1) }, { store<DataTrackerUnsigned>(9) { a, b -> a - b } },
                    { addSecondary<DataTrackerUnsigned>("part", -1) },
                    {
                        markBegin<DataTrackerUnsigned>(9)
                        markEnd<DataTrackerUnsigned>(1)
                    },
                )) {
                    val failure = assertFailsWith<IllegalArgumentException> { mistake() }
                    assertTrue("is below 0: use data_tracker_integer" in failure.message!!, failure.message)
                }
            }
        }
        assertEquals("x 1 5 5", results.graph("data_tracker_unsigned"))
    }

    @Test
    fun secondaryValuesCanBeLeftOut() {
        val results = session({ addSecondary = false }) {
            measure<Iterations>("x") { addSecondary<Iterations>("warm", 1) }
        }
        assertEquals("x 1 0 0", results.graph("iterations"))
    }

    @Test
    fun namesMadeUpWithoutEndAreBounded() {
        val results = session { measure<Iterations>("x") { repeat(5_000) { addSecondary<Iterations>("name $it", 1) } } }
        val children = results["iterations"]!!.find("x")!!.children
        assertEquals(1001, children.size)
        assertEquals(4000.0, children.single { it.label == "(names over the limit)" }.inclusive.sum)
    }

    @Test
    fun valuesOfAnyTypeAddUpAsTheirTypeSays() {
        val results = session {
            for (word in listOf("pear", "apple", "plum")) measure<FirstWord>("x") { store<FirstWord, _>(word) }
            measure<FirstWord>("x") { }
        }
        val totals = results["first_word"]!!.find("x")!!.inclusive
        assertEquals("apple", totals.display())
        assertEquals(3L, totals.laps)
    }

    @Test
    fun aSuspendingRegionIsFoundBehindASuspension() {
        val results = session {
            runBlocking(measured()) {
                measureSuspending<Iterations>("x") {
                    yield()
                    store<Iterations>(3)
                    measureSuspending<FakeClock>("y") {
                        yield()
                        store<Iterations>(1) { a, b -> a + b }
                        addSecondary<Iterations>("part", 9)
                    }
                }
            }
        }
        assertEquals(4.0, results.statistics("iterations", "x").sum)
        assertEquals(9.0, results.statistics("iterations", "x", "part").sum)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun storingWithoutARegionIsReportedOnce() {
        val results = session {
            measure<FakeClock>("x") { repeat(3) { store<Iterations>(1) } }
        }
        assertEquals(1, results.problems.count { "Iterations" in it }, "${results.problems}")
    }

    @Test
    fun whileMeasuringIsOffNothingIsStored() {
        val results = session {
            measure<Iterations>("x") { store<Iterations>(2) }
            Timemory.isEnabled = false
            store<Iterations>(1)
        }
        assertTrue(results.problems.isEmpty())
    }
}
