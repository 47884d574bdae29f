package timemory.test

import io.kotest.core.spec.IsolationMode
import io.kotest.core.spec.style.DescribeSpec
import io.kotest.core.spec.style.FunSpec
import io.kotest.engine.TestEngineLauncher
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import org.junit.platform.engine.discovery.DiscoverySelectors.selectClass
import org.junit.platform.testkit.engine.EngineExecutionResults
import org.junit.platform.testkit.engine.EngineTestKit
import timemory.Results
import timemory.Timemory
import timemory.TripCount
import timemory.bundle
import timemory.measure

private fun run(vararg specs: Class<*>): EngineExecutionResults =
    EngineTestKit.engine("kotest").selectors(*specs.map { selectClass(it) }.toTypedArray()).execute()

private fun measured(vararg specs: Class<*>): Results {
    Timemory.init { coutOutput = false; fileOutput = false }
    val events = run(*specs)
    val results = Timemory.finalize()!!
    events.testEvents().assertStatistics { it.failed(0).aborted(0) }
    return results
}

private fun Results.trips(): List<String> =
    this[TripCount]!!.nodes().map { "  ".repeat(it.depth) + "${it.label} ${it.inclusive.laps}" }.toList()

internal class FlatSample : FunSpec({
    measuredBy<TripCount>()
    test("first") { measure<TripCount>("inside") { } }
    test("second") { }
})

internal class NestedSample : DescribeSpec({
    measuredBy<TripCount>()
    describe("a parser") {
        it("parses numbers") { }
        describe("in strict mode") {
            it("refuses letters") { measure<TripCount>("inside") { } }
        }
    }
})

internal class FailingSample : FunSpec({
    measuredBy<TripCount>()
    test("fails") { error("a failure of its own") }
})

internal class UnavailableSample : FunSpec({
    measuredBy<TripCount, Missing>()
    test("passes") { }
    test("fails") { error("a failure of its own") }
})

internal class ReportingSample : FunSpec({
    measuredBy(bundle<TripCount, Missing>(), WhenUnavailable.REPORT)
    test("passes") { }
})

/** Test cases of Kotest as regions. */
class MeasuredExtensionSpec : FunSpec({
    isolationMode = IsolationMode.SingleInstance

    test("each test case is a region with what it measures below it") {
        measured(FlatSample::class.java).trips() shouldBe listOf("FlatSample.first 1", "  inside 1", "FlatSample.second 1")
    }

    test("nested contexts nest") {
        measured(NestedSample::class.java).trips() shouldBe listOf(
            "NestedSample.a parser 1", "  parses numbers 1", "  in strict mode 1", "    refuses letters 1", "      inside 1",
        )
    }
})
