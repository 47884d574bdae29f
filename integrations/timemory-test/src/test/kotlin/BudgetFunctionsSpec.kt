package timemory.test

import io.kotest.assertions.throwables.shouldThrow
import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import org.opentest4j.AssertionFailedError
import org.opentest4j.TestAbortedException
import timemory.TripCount
import timemory.measure

private var kept: Any? = null

/** Budgets as Kotlin functions. */
class BudgetFunctionsSpec : FunSpec({
    test("allocation per lap") {
        shouldAllocateAtMost(1000, laps = 100, warmup = 10) { kept = ByteArray(984) }.bytesPerLap() shouldBe 1000.0
        shouldThrow<AssertionFailedError> {
            shouldAllocateAtMost(999, laps = 100, warmup = 10) { kept = ByteArray(984) }
        }.message shouldContain "allocated 1000 bytes per lap"
    }

    test("time as a multiple of another block's") {
        var now = 0L
        val ratio = shouldTakeAtMost(1.5, timesOf = { now += 2_000_000 }, clock = { now }) { now += 3_000_000 }
        ratio.ratio shouldBe 1.5
        shouldThrow<AssertionFailedError> {
            shouldTakeAtMost(1.4, timesOf = { now += 2_000_000 }, clock = { now }) { now += 3_000_000 }
        }.message shouldContain "ratio 1.500"
    }

    test("laps of a region") {
        shouldEnter("step", 2L..2L) { repeat(2) { measure<TripCount>("step") { } } } shouldBe 2
        shouldThrow<AssertionFailedError> {
            shouldEnter("step", 0L..1L) { repeat(2) { measure<TripCount>("step") { } } }
        }.message shouldContain "region 'step' was entered 2 times, but the budget is at most 1"
    }

    test("any component") {
        shouldMeasureAtMost<Steps>(3.0) { Steps.take(3) } shouldBe 3.0
        shouldThrow<AssertionFailedError> { shouldMeasureAtMost<Steps>(3.0) { Steps.take(4) } }.message shouldContain "measured 4"
        shouldThrow<TestAbortedException> { shouldMeasureAtMost<Missing>(1.0, "sec") { } }.message shouldContain "no such thing"
    }
})
