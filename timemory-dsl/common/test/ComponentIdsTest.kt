package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertSame

@DescribedBy(FirstIterations.TYPE::class)
internal class FirstIterations : LongTracker() {
    companion object TYPE : ComponentType<FirstIterations>("iterations", "Iterations of the solver", Quantity.COUNT, ::FirstIterations)
}

@DescribedBy(OtherIterations.TYPE::class)
internal class OtherIterations : LongTracker() {
    companion object TYPE : ComponentType<OtherIterations>("iterations", "Iterations of the smoother", Quantity.COUNT, ::OtherIterations)
}

class ComponentIdsTest {
    @Test
    fun aSecondComponentWithAnIdIsShownUnderItsOwn() {
        val results = session {
            measure<FakeClock, FirstIterations>("a") { store<FirstIterations>(3) }
            measure<FakeClock, OtherIterations>("a") { store<OtherIterations>(4) }
        }
        assertEquals(listOf("iterations", "iterations_2"), results.graphs.map { it.type.id }.filter { "iter" in it })
        assertEquals(3.0, results["iterations"]!!.find("a")!!.inclusive.sum)
        assertEquals(4.0, results["iterations_2"]!!.find("a")!!.inclusive.sum)
        assertSame(results["iterations_2"], results[OtherIterations])
        assertEquals("Iterations of the smoother", results[OtherIterations]!!.type.description)
        val problem = results.problems.single { "iterations" in it }
        assertContains(problem, "'Iterations of the smoother' is shown as 'iterations_2'")
    }

    @Test
    fun theIdIsReportedWhenTheComponentIsFirstUsed() {
        session {
            measure<FirstIterations>("a") { }
            measure<OtherIterations>("a") { }
            assertContains(timemory.internal.problems.activeProblems().all().single(), "iterations_2")
        }
    }

    @Test
    fun underAnotherIdACountStillSubtractsNothing() {
        val renamed = RenamedType(TripCount, 2)
        assertEquals(listOf(false, true), listOf(renamed.includesInside, renamed.mayBeCalibrated))
    }
}
