package timemory.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.testkit.engine.EventConditions.abortedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.opentest4j.TestAbortedException;
import timemory.Bundles;
import timemory.results.Results;
import timemory.Timemory;
import timemory.TripCount;

/** Tests as regions of the call graph, and their values as report entries. */
@OwnSession
@Tag("java17")
class MeasuredByTest {

    @AfterEach
    void nothingIsLeftOpen() {
        boolean wasOpen = Timemory.finalize() != null;
        assertEquals(false, wasOpen, "a session was left open");
    }

    @MeasuredBy(Steps.class)
    static class Methods {
        @BeforeEach
        void prepare() {
            Steps.take(100);
        }

        @Test
        void one() {
            Steps.take(1);
        }

        @Test
        void withRegionInside() {
            Steps.take(2);
            Bundles.of(Steps.class).run("inside", () -> Steps.take(3));
        }
    }

    @Test
    void eachMethodIsARegionThatHoldsItsBodyAlone() {
        assertEquals(
                List.of("MeasuredByTest.Methods.one 1 1", "MeasuredByTest.Methods.withRegionInside 1 5", "  inside 1 3"),
                Kit.graph(Kit.measured(Methods.class)));
    }

    @MeasuredBy(TripCount.class)
    static class OnMethodAndClass {
        @Test
        @MeasuredBy(Steps.class)
        void bySteps() {}

        @Test
        void byTrips() {}
    }

    @Test
    void theAnnotationOfAMethodGoesBeforeThatOfItsClass() {
        Results results = Kit.measured(OnMethodAndClass.class);
        assertEquals(List.of("MeasuredByTest.OnMethodAndClass.bySteps 1 0"), Kit.graph(results));
        assertEquals("MeasuredByTest.OnMethodAndClass.byTrips", results.get("trip_count").getRoots().get(0).getLabel());
        assertEquals(1, results.get("trip_count").getRoots().size());
    }

    @MeasuredBy(Steps.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Stepped {}

    static class Composed {
        @Test
        @Stepped
        void measured() {
            Steps.take(4);
        }

        @Test
        void unmeasured() {}
    }

    @Test
    void anAnnotationThatIsAnnotatedMeasures() {
        assertEquals(List.of("MeasuredByTest.Composed.measured 1 4"), Kit.graph(Kit.measured(Composed.class)));
    }

    @MeasuredBy(Steps.class)
    static class Outer {
        @Nested
        class Inner {
            @Test
            void works() {
                Steps.take(5);
            }
        }
    }

    @Test
    void nestedClassesAreMeasuredAndNamedAfterTheClassesAround() {
        assertEquals(List.of("MeasuredByTest.Outer.Inner.works 1 5"), Kit.graph(Kit.measured(Outer.class)));
    }

    @MeasuredBy(Steps.class)
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class PerClass {
        private int called;

        @Test
        void first() {
            Steps.take(++called);
        }

        @Test
        void second() {
            Steps.take(++called);
        }
    }

    @Test
    void oneInstanceForAllTestsIsMeasuredAlike() {
        List<String> graph = Kit.graph(Kit.measured(PerClass.class));
        assertEquals(2, graph.size());
        assertTrue(graph.get(0).startsWith("MeasuredByTest.PerClass.first 1 "), graph.toString());
        assertTrue(graph.get(1).startsWith("MeasuredByTest.PerClass.second 1 "), graph.toString());
    }

    static class Several {
        @MeasuredBy(Steps.class)
        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3})
        void parameterized(int steps) {
            Steps.take(steps);
        }

        @MeasuredBy(value = Steps.class, invocations = true)
        @ParameterizedTest(name = "{0} steps")
        @ValueSource(ints = {4, 5})
        void apart(int steps) {
            Steps.take(steps);
        }

        @MeasuredBy(Steps.class)
        @RepeatedTest(4)
        void repeated() {
            Steps.take(1);
        }

        @MeasuredBy(value = Steps.class, invocations = true)
        @TestFactory
        Stream<DynamicTest> dynamic() {
            return Stream.of(7, 8).map(steps -> DynamicTest.dynamicTest("by " + steps, () -> Steps.take(steps)));
        }

        @MeasuredBy(value = Steps.class, invocations = true)
        @Test
        void only() {}
    }

    @Test
    void invocationsAreLapsOfTheirMethodAndRegionsInsideIfAskedFor() {
        assertEquals(
                List.of(
                        "MeasuredByTest.Several.apart 2 9", "  4 steps 1 4", "  5 steps 1 5",
                        "MeasuredByTest.Several.dynamic 2 15", "  by 7 1 7", "  by 8 1 8",
                        "MeasuredByTest.Several.only 1 0",
                        "MeasuredByTest.Several.parameterized 3 6",
                        "MeasuredByTest.Several.repeated 4 4"),
                Kit.graph(Kit.measured(Several.class)));
    }

    static class WithTimeout {
        @MeasuredBy(Steps.class)
        @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        @Test
        void onAnotherThread() {
            Steps.take(6);
        }
    }

    @Test
    void theThreadThatRunsTheBodyIsMeasured() {
        assertEquals(List.of("MeasuredByTest.WithTimeout.onAnotherThread 1 6"), Kit.graph(Kit.measured(WithTimeout.class)));
    }

    static class WithThread {
        @MeasuredBy(Steps.class)
        @Test
        void makesAThread() throws InterruptedException {
            Thread thread = new Thread(() -> Bundles.of(Steps.class).run("worker", () -> Steps.take(9)));
            thread.start();
            thread.join();
        }
    }

    @Test
    void threadsOfATestHangBelowItInSequentialExecution() {
        Timemory.init(Kit.silent());
        Kit.run(WithThread.class);
        assertEquals(List.of("MeasuredByTest.WithThread.makesAThread 1 0", "  worker 1 9"), Kit.graph(Timemory.finalize()));
    }

    static class Failing {
        @MeasuredBy(Steps.class)
        @Test
        void fails() {
            Steps.take(1);
            throw new IllegalStateException("a failure of its own");
        }
    }

    @Test
    void aFailingTestFailsAsItDoesAndIsMeasured() {
        Timemory.init(Kit.silent());
        EngineExecutionResults events = Kit.run(Failing.class);
        Results results = Timemory.finalize();
        events.testEvents().assertThatEvents().haveExactly(1, event(test("fails"),
                finishedWithFailure(instanceOf(IllegalStateException.class), message("a failure of its own"))));
        assertEquals(List.of("MeasuredByTest.Failing.fails 1 1"), Kit.graph(results));
    }

    @Test
    void eachLapIsPublishedAsReportEntry() {
        Timemory.init(Kit.silent());
        EngineExecutionResults events = Kit.run(Several.class);
        Timemory.finalize();
        assertEquals(
                List.of("0", "1", "1", "1", "1", "1", "2", "3", "4", "5", "7", "8"),
                Kit.entries(events, "timemory.steps").stream().sorted().toList());
    }

    static class Unavailables {
        @MeasuredBy({Steps.class, Missing.class})
        @Test
        void passes() {
            Steps.take(1);
        }

        @MeasuredBy(Missing.class)
        @Test
        void fails() {
            throw new IllegalStateException("a failure of its own");
        }

        @MeasuredBy(value = {Steps.class, Missing.class}, whenUnavailable = WhenUnavailable.REPORT)
        @Test
        void reports() {}
    }

    @Test
    void aMissingComponentAbortsATestThatPassesAndLeavesAFailingOne() {
        Timemory.init(Kit.silent());
        EngineExecutionResults events = Kit.run(Unavailables.class);
        Results results = Timemory.finalize();
        events.testEvents().assertStatistics(statistics -> statistics.started(3).succeeded(1).aborted(1).failed(1));
        events.testEvents().assertThatEvents()
                .haveExactly(1, event(test("passes"),
                        abortedWithReason(instanceOf(TestAbortedException.class),
                                message(text -> text.contains("component missing is unavailable here: this machine has no such thing")))))
                .haveExactly(1, event(test("fails"), finishedWithFailure(message("a failure of its own"))));
        assertEquals(List.of("MeasuredByTest.Unavailables.passes 1 1", "MeasuredByTest.Unavailables.reports 1 0"), Kit.graph(results));
        assertTrue(Kit.entries(events, "timemory.missing").stream().allMatch(text -> text.contains("this machine has no such thing")));
        assertEquals(2, Kit.entries(events, "timemory.missing").size());
    }

    static class Wrong {
        @MeasuredBy({Steps.class, Steps.class})
        @Test
        void twice() {}

        @MeasuredBy({})
        @Test
        void none() {}
    }

    @Test
    void wrongComponentsFailTheTestAndSayWhy() {
        Timemory.init(Kit.silent());
        EngineExecutionResults events = Kit.run(Wrong.class);
        Timemory.finalize();
        events.testEvents().assertThatEvents()
                .haveExactly(1, event(test("twice"), finishedWithFailure(message(text -> text.contains("duplicate component steps")))))
                .haveExactly(1,
                        event(test("none"), finishedWithFailure(message(text -> text.contains("names 0 components: name 1 to 8")))));
    }

    @Test
    void nothingIsMeasuredWhileMeasuringIsSwitchedOff() {
        Timemory.init(Kit.silent());
        Timemory.setEnabled(false);
        EngineExecutionResults events;
        try {
            events = Kit.run(Methods.class, Unavailables.class);
        } finally {
            Timemory.setEnabled(true);
        }
        assertEquals(List.of(), Kit.graph(Timemory.finalize()));
        assertEquals(List.of(), Kit.entries(events, "timemory.steps"));
        events.testEvents().assertStatistics(statistics -> statistics.succeeded(4).failed(1).aborted(0));
    }
}
