package timemory.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.opentest4j.AssertionFailedError;
import timemory.bundle.Bundle1;
import timemory.Bundles;
import timemory.results.Results;
import timemory.Timemory;

/** Budgets by annotation. */
@OwnSession
class BudgetAnnotationsTest {

    private static final Bundle1<Steps> TOOLS = Bundles.of(Steps.class);

    static Object kept;

    static class Allocating {
        private int laps;

        @Test
        @AllocationBudget(bytes = 0, laps = 1000, warmup = 1000)
        void nothing() {
            laps++;
        }

        @Test
        @AllocationBudget(bytes = 0, laps = 1000, warmup = 1000)
        void aThousandBytes() {
            kept = new byte[1000];
        }

        @Test
        @AllocationBudget(bytes = 1016, laps = 1000, warmup = 1000)
        void aThousandBytesAsAllowed() {
            kept = new byte[1000];
        }

        @ParameterizedTest
        @ValueSource(ints = {0, 1000})
        @AllocationBudget(bytes = 0, laps = 1000, warmup = 1000)
        void parameterized(int size) {
            if (size > 0) {
                kept = new byte[size];
            }
        }

        @Test
        @AllocationBudget(bytes = 0, laps = 1000, warmup = 1000)
        void failsByItself() {
            throw new IllegalStateException("a failure of its own");
        }

        @Test
        @AllocationBudget(bytes = 0, laps = 1000, warmup = 1000)
        void failsInALaterLap() {
            if (++laps == 500) {
                throw new IllegalStateException("a failure in lap " + laps);
            }
        }

        @Test
        @AllocationBudget(bytes = 0, laps = 0)
        void noLaps() {}

        @TestFactory
        @AllocationBudget(bytes = 0)
        Stream<DynamicTest> dynamic() {
            return Stream.of(DynamicTest.dynamicTest("dynamic", () -> {}));
        }
    }

    @Test
    void allocationsAboveTheBudgetFailWithValueBudgetAndPlace() {
        EngineExecutionResults events = Kit.run(Allocating.class);
        events.testEvents().assertThatEvents()
                .haveExactly(1, event(test("nothing"), finishedSuccessfully()))
                .haveExactly(1, event(test("aThousandBytesAsAllowed"), finishedSuccessfully()))
                .haveExactly(1, event(test("aThousandBytes()"), finishedWithFailure(instanceOf(AssertionFailedError.class), message(
                        text -> text.contains("allocated 1016 bytes per lap (1,016,000 bytes in 1,000 laps, after 1,000 for warm-up")
                                && text.contains("above the budget of 0 bytes per lap")
                                && text.contains("byte[] in " + Allocating.class.getName() + ".aThousandBytes, line ")))))
                .haveExactly(1, event(test("parameterized"), finishedSuccessfully()))
                .haveExactly(1, event(test("parameterized"), finishedWithFailure(message(text -> text.contains("1016 bytes per lap")))))
                .haveExactly(1, event(test("failsByItself"), finishedWithFailure(message("a failure of its own"))))
                .haveExactly(1, event(test("failsInALaterLap"), finishedWithFailure(message("a failure in lap 500"))))
                .haveExactly(1, event(test("noLaps"), finishedWithFailure(message("laps: 0 < 1"))))
                .haveExactly(1,
                        event(test("dynamic"),
                                finishedWithFailure(message(text -> text.contains("@AllocationBudget on test factory 'dynamic'")
                                        && text.contains("call Budgets.assertAllocation")))));
        assertEquals(3, Kit.entries(events, "timemory.allocation").size());
    }

    static class Entering {
        @Test
        @LapsBudget(label = "step", atMost = 2)
        void twice() {
            TOOLS.run("step", () -> {});
            TOOLS.run("other", () -> TOOLS.run("step", () -> {}));
        }

        @Test
        @LapsBudget(label = "step", atMost = 1)
        void tooOften() {
            twice();
        }

        @Test
        @LapsBudget(label = "step", atLeast = 3)
        void tooSeldom() {
            twice();
        }

        @Test
        @LapsBudget(label = "step", atLeast = 2, atMost = 2)
        @LapsBudget(label = "other", atMost = 0)
        void oneOfTwoBudgets() {
            twice();
        }

        @Test
        @LapsBudget(label = "stop", atLeast = 1)
        void misspelt() {
            twice();
        }

        @Test
        @LapsBudget(label = "step")
        void everything() {}

        @Test
        @LapsBudget(label = "step", atLeast = 2, atMost = 1)
        void impossible() {}

        @TestFactory
        @LapsBudget(label = "step", atMost = 1)
        Stream<DynamicTest> dynamic() {
            return Stream.of(1, 2).map(laps -> DynamicTest.dynamicTest("laps " + laps, () -> {
                for (int i = 0; i < laps; i++) {
                    TOOLS.run("step", () -> {});
                }
            }));
        }
    }

    @Test
    void regionsEnteredTooOftenOrTooSeldomFail() {
        EngineExecutionResults events = Kit.run(Entering.class);
        events.testEvents().assertThatEvents()
                .haveExactly(1, event(test("twice"), finishedSuccessfully()))
                .haveExactly(1, event(test("tooOften"),
                        finishedWithFailure(
                                message(text -> text.startsWith("region 'step' was entered 2 times, but the budget is at most 1")))))
                .haveExactly(1, event(test("tooSeldom"),
                        finishedWithFailure(
                                message(text -> text.startsWith("region 'step' was entered 2 times, but the budget is at least 3")))))
                .haveExactly(1, event(test("oneOfTwoBudgets"),
                        finishedWithFailure(
                                message(text -> text.startsWith("region 'other' was entered 1 times, but the budget is at most 0")))))
                .haveExactly(1, event(test("misspelt"), finishedWithFailure(message(text -> text.contains("Is the label spelt as in "
                        + "measure(...)?")))))
                .haveExactly(1, event(test("everything"), finishedWithFailure(message(text -> text.contains("allows everything: give "
                        + "atLeast or atMost")))))
                .haveExactly(1, event(test("impossible"), finishedWithFailure(message(text -> text.contains("between 2 and 1 there is "
                        + "no number of laps")))))
                .haveExactly(1, event(test("dynamic"), finishedSuccessfully()))
                .haveExactly(1, event(test("dynamic"), finishedWithFailure(message(text -> text.contains("entered 2 times")))));
    }

    @MeasuredBy(Steps.class)
    static class Together {
        @Test
        @AllocationBudget(bytes = 0, laps = 100, warmup = 100)
        @LapsBudget(label = "step", atMost = 1101) // once, for warm-up, and in one to ten rounds
        void allOfThem() {
            TOOLS.run("step", () -> {});
        }
    }

    @Test
    void allAnnotationsGoTogetherInAnyOrder() {
        Timemory.init(Kit.silent());
        EngineExecutionResults events = Kit.run(Together.class);
        Results results = Timemory.finalize();
        events.testEvents().assertStatistics(statistics -> statistics.succeeded(1));
        assertEquals("BudgetAnnotationsTest.Together.allOfThem 1 0", Kit.graph(results).get(0));
        long laps = results.get(Steps.TYPE).find("BudgetAnnotationsTest.Together.allOfThem", "step").getInclusive().getLaps();
        assertEquals(1, laps % 100);
        assertEquals(1, Kit.entries(events, "timemory.allocation").size());
    }
}
