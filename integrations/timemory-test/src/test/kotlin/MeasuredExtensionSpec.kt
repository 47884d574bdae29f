package timemory.test

import io.kotest.core.spec.style.DescribeSpec
import io.kotest.core.spec.style.FunSpec
import io.kotest.engine.concurrency.TestExecutionMode
import io.kotest.extensions.system.captureStandardErr
import io.kotest.matchers.collections.shouldBeEmpty
import io.kotest.matchers.longs.shouldBeGreaterThanOrEqual
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import io.kotest.matchers.string.shouldNotContain
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import org.junit.platform.engine.discovery.DiscoverySelectors.selectClass
import org.junit.platform.testkit.engine.EngineExecutionResults
import org.junit.platform.testkit.engine.EngineTestKit
import org.junit.platform.testkit.engine.EventConditions
import org.junit.platform.testkit.engine.EventConditions.event
import org.junit.platform.testkit.engine.EventConditions.finishedWithFailure
import org.junit.platform.testkit.engine.TestExecutionResultConditions.message
import timemory.Suspensions
import timemory.Timemory
import timemory.TripCount
import timemory.bundle
import timemory.measure
import timemory.measureSuspending
import timemory.results.Results
import timemory.settings.SettingsBuilder

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

internal class SuspendingSample : FunSpec({
    measuredBy<TripCount>()
    test("suspends") {
        repeat(3) { delay(1) }
        withContext(Dispatchers.IO) { measureSuspending<TripCount>("elsewhere") { } }
    }
})

/** All at once: none ends before all have started. */
internal class ConcurrentSample : FunSpec({
    measuredBy<TripCount>()
    testExecutionMode = TestExecutionMode.Concurrent
    val begun = List(4) { CompletableDeferred<Unit>() }
    repeat(4) { i ->
        test("test $i") {
            begun[i].complete(Unit)
            begun.awaitAll()
            measureSuspending<TripCount>("inside $i") { yield() }
        }
    }
})

internal class SilentSettings : SessionSettings {
    override fun assign(settings: SettingsBuilder) {
        settings.coutOutput = false
        settings.fileOutput = false
    }
}

internal class WithSettingsSample : FunSpec({
    measuredBy(bundle<TripCount>(), settings = SilentSettings::class)
    test("passes") { wasFileOutput = Timemory.settings.fileOutput }
}) {
    companion object {
        var wasFileOutput: Boolean? = null
    }
}

/** Measured as if the extension were registered for the project, except for its own annotation. */
internal class WithOwnSessionSample : FunSpec({
    measuredBy(bundle<TripCount>(), settings = SilentSettings::class)
    ownSession()
    test("has a session") {
        Timemory.isInitialized shouldBe false
        Timemory.init { coutOutput = false; fileOutput = false }
        measure<TripCount>("own") { }
        trips = Timemory.finalize()!!.trips()
    }
    test("leaves one open") { Timemory.init { coutOutput = false; fileOutput = false } }
}) {
    companion object {
        var trips: List<String>? = null
    }
}

internal class AbortingSample : FunSpec({
    test("aborts") { shouldMeasureAtMost<Missing>(1.0, "sec") { } }
})

internal class ReportingSample : FunSpec({
    measuredBy(bundle<TripCount, Missing>(), WhenUnavailable.REPORT)
    test("passes") { }
})

/** Kotest test cases as regions. */
class MeasuredExtensionSpec : FunSpec({
    ownSession()

    test("each test case is a region with what it measures below it") {
        measured(FlatSample::class.java).trips() shouldBe listOf("FlatSample.first 1", "  inside 1", "FlatSample.second 1")
    }

    test("nested contexts nest") {
        measured(NestedSample::class.java).trips() shouldBe listOf(
            "NestedSample.a parser 1", "  parses numbers 1", "  in strict mode 1", "    refuses letters 1", "      inside 1",
        )
    }

    test("a test case may suspend and change threads") {
        val results = measured(SuspendingSample::class.java)
        results.trips() shouldBe listOf("SuspendingSample.suspends 1", "  elsewhere 1")
        results[Suspensions]!!.find("SuspendingSample.suspends")!!.inclusive.exactSum!! shouldBeGreaterThanOrEqual 3
    }

    test("test cases that run at once stand at the top, each with its own") {
        measured(ConcurrentSample::class.java).trips().chunked(2).sortedBy { it[0] } shouldBe
            List(4) { listOf("ConcurrentSample.test $it 1", "  inside $it 1") }
    }

    test("a failing test case fails as it does and is measured") {
        Timemory.init { coutOutput = false; fileOutput = false }
        val events = run(FailingSample::class.java)
        Timemory.finalize()!!.trips() shouldBe listOf("FailingSample.fails 1")
        events.testEvents().assertThatEvents().haveExactly(
            1,
            event(EventConditions.test("fails"), finishedWithFailure(message("a failure of its own"))),
        )
    }

    test("a missing component has a passing test case ignored, leaves a failing one, and the reason is told") {
        Timemory.init { coutOutput = false; fileOutput = false }
        val told = captureStandardErr {
            run(UnavailableSample::class.java).testEvents().assertStatistics { it.succeeded(0).aborted(1).failed(1) }
        }
        Timemory.finalize()!!.trips() shouldBe listOf("UnavailableSample.passes 1", "UnavailableSample.fails 1")
        told shouldContain "test 'passes' passed, but was not measured as asked for: component missing is unavailable here: this " +
            "machine has no such thing"
        told shouldNotContain "test 'fails'"
    }

    test("a missing component may be left out on request, and the reason is told") {
        Timemory.init { coutOutput = false; fileOutput = false }
        val told = captureStandardErr {
            run(ReportingSample::class.java).testEvents().assertStatistics { it.succeeded(1).failed(0).aborted(0) }
        }
        Timemory.finalize()!!.trips() shouldBe listOf("ReportingSample.passes 1")
        told shouldContain "test 'passes' passed, but was not measured as asked for: component missing"
    }

    test("a budget that cannot be measured aborts its test case and tells the reason") {
        val told = captureStandardErr {
            run(AbortingSample::class.java).testEvents().assertStatistics { it.succeeded(0).aborted(1).failed(0) }
        }
        told shouldContain "timemory: component missing is unavailable here: this machine has no such thing"
    }

    test("nothing is measured while measuring is switched off") {
        Timemory.init { coutOutput = false; fileOutput = false; enabled = false }
        run(FlatSample::class.java, UnavailableSample::class.java).testEvents().assertStatistics { it.succeeded(3).failed(1).skipped(0) }
        Timemory.finalize()!!.graphs.shouldBeEmpty()
        Timemory.isEnabled = true
    }

    test("the end of the project ends the session that the extension began") {
        run(WithSettingsSample::class.java).testEvents().assertStatistics { it.succeeded(1) }
        WithSettingsSample.wasFileOutput shouldBe false
        Timemory.isInitialized shouldBe false
    }

    test("registered for the project, the extension ends its session with that, and none of others") {
        val extension = MeasuredExtension(bundle<TripCount>())
        Timemory.init { coutOutput = false; fileOutput = false }
        extension.afterProject()
        Timemory.isInitialized shouldBe true
        Timemory.finalize()
        TestSession.begin(SilentSettings::class.java, true)
        extension.afterProject()
        Timemory.isInitialized shouldBe false
    }

    test("a spec with sessions of its own is not measured and not disturbed") {
        run(WithSettingsSample::class.java, WithOwnSessionSample::class.java).testEvents().assertStatistics { it.succeeded(3) }
        WithOwnSessionSample.trips shouldBe listOf("own 1")
        Timemory.isInitialized shouldBe false
    }
})
