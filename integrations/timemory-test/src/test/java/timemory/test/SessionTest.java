package timemory.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

/** When the session of measured tests starts and ends, and how it coexists with other sessions. */
@OwnSession
class SessionTest {

    @AfterEach
    void nothingIsLeftOpen() {
        boolean wasOpen = Timemory.finalize() != null;
        assertFalse(wasOpen, "a session was left open");
    }

    private static List<String> ownSession(int steps) {
        Timemory.init(Kit.silent());
        Bundles.of(Steps.class).run("own", () -> Steps.take(steps));
        return Kit.graph(Timemory.finalize());
    }

    @MeasuredBy(value = Steps.class, settings = ToFiles.class)
    static class One {
        @Test
        void one() {
            Steps.take(1);
        }
    }

    @MeasuredBy(value = Steps.class, settings = ToFiles.class)
    static class Two {
        @Test
        void two() {
            Steps.take(2);
        }
    }

    @Test
    void oneSessionIsWrittenAfterTheLastTest() {
        List<String> graph = ToFiles.graphOf(() -> passing(Kit.run(One.class, Two.class)));
        assertEquals(List.of("SessionTest.One.one 1 1", "SessionTest.Two.two 1 2"), graph);
        assertEquals(4,
                ToFiles.names().stream().filter(name -> name.matches("(part\\d+-)?(steps.(txt|json)|results.timemory.json|metadata.json)"))
                        .count());
    }

    @Test
    void aSessionThatRunsAlreadyIsUsedAndLeftOpen() {
        Timemory.init(Kit.silent());
        passing(Kit.run(One.class));
        assertTrue(Timemory.isInitialized());
        Results results = Timemory.finalize();
        assertEquals(List.of("SessionTest.One.one 1 1"), Kit.graph(results));
    }

    @Test
    void aTestThatAThreadTakesUpInTheMidstOfAnotherStandsAtTheTop() throws Throwable {
        // A fork-join thread that waits runs other tests meanwhile.
        Timemory.init(Kit.silent());
        TestSession session = TestSession.begin(SessionSettings.FromEnvironment.class, true);
        session.runAtTop(() -> {
            try (OpenRegion outer = Bundles.of(Steps.class).open("outer")) {
                session.runAtTop(() -> Bundles.of(Steps.class).run("taken up", () -> Steps.take(2)));
                Bundles.of(Steps.class).run("inside", () -> Steps.take(1));
            }
        });
        assertEquals(List.of("outer 1 3", "  inside 1 1", "taken up 1 2"), Kit.graph(Timemory.finalize()));
    }

    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    @MeasuredBy(value = Steps.class, settings = ToFiles.class)
    static class WithOwnSession {
        static boolean wasOpenBefore;

        @Test
        @Order(1)
        void before() {
            Steps.take(1);
        }

        @Test
        @Order(2)
        @OwnSession
        void own() {
            wasOpenBefore = Timemory.isInitialized();
            assertEquals(List.of("own 1 3"), ownSession(3));
        }

        @Test
        @Order(3)
        void after() {
            Steps.take(2);
        }
    }

    @Test
    void aTestWithASessionOfItsOwnIsNotDisturbedAndPartsAreWrittenBeforeAndAfter() {
        List<List<String>> parts = ToFiles.partsOf(() -> passing(Kit.run(WithOwnSession.class)));
        assertFalse(WithOwnSession.wasOpenBefore);
        assertEquals(
                List.of(List.of("SessionTest.WithOwnSession.before 1 1"), List.of("SessionTest.WithOwnSession.after 1 2")),
                parts.stream().sorted((a, b) -> b.get(0).compareTo(a.get(0))).toList());
    }

    @OwnSession
    static class WithSessionAround {
        @BeforeEach
        void begin() {
            assertFalse(Timemory.isInitialized());
            Timemory.init(Kit.silent());
        }

        @AfterEach
        void end() {
            assertEquals(List.of("own 1 3"), Kit.graph(Timemory.finalize()));
        }

        @Test
        void uses() {
            Bundles.of(Steps.class).run("own", () -> Steps.take(3));
        }
    }

    @Test
    void aClassMayBeginItsSessionBeforeEachTest() {
        List<String> graph = ToFiles.graphOf(() -> passing(Kit.run(One.class, WithSessionAround.class)));
        assertEquals(List.of("SessionTest.One.one 1 1"), graph);
    }

    @OwnSession
    static class WithSessionForAll {
        @BeforeAll
        static void begin() {
            assertFalse(Timemory.isInitialized());
            Timemory.init(Kit.silent());
        }

        @AfterAll
        static void end() {
            assertEquals(List.of("own 2 2"), Kit.graph(Timemory.finalize()));
        }

        @Test
        void a() {
            Bundles.of(Steps.class).run("own", () -> Steps.take(1));
        }

        @Test
        void b() {
            Bundles.of(Steps.class).run("own", () -> Steps.take(1));
        }
    }

    @Test
    void aClassMayBeginItsSessionBeforeAllTests() {
        EngineExecutionResults[] events = new EngineExecutionResults[1];
        ToFiles.graphOf(() -> events[0] = Kit.run(One.class, WithSessionForAll.class));
        events[0].allEvents().assertStatistics(statistics -> statistics.failed(0));
    }

    static class Leaving {
        @Test
        @OwnSession
        void leavesItOpen() {
            Timemory.init(Kit.silent());
        }
    }

    @Test
    void aSessionThatATestLeavesOpenIsEndedAfterIt() {
        passing(Kit.run(Leaving.class));
        assertFalse(Timemory.isInitialized());
    }

    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    @MeasuredBy(value = Steps.class, settings = ToFiles.class)
    static class Unmarked {
        @Test
        @Order(1)
        void before() {
            Steps.take(1);
        }

        @Test
        @Order(2)
        void ends() {
            Timemory.finalize();
        }

        @Test
        @Order(3)
        void after() {
            Steps.take(2);
        }
    }

    @Test
    void anUnmarkedTestThatEndsTheSessionIsToldAndNothingOfOthersIsLost() {
        EngineExecutionResults[] events = new EngineExecutionResults[1];
        List<List<String>> parts = ToFiles.partsOf(() -> events[0] = Kit.run(Unmarked.class));
        passing(events[0]);
        assertEquals(List.of("not recorded: the test ended the session of the measured tests. Mark it with @OwnSession"),
                Kit.entries(events[0], "timemory.problem"));
        List<String> all = parts.stream().flatMap(List::stream).toList();
        assertTrue(all.contains("SessionTest.Unmarked.before 1 1"), all.toString());
        assertTrue(all.contains("SessionTest.Unmarked.after 1 2"), all.toString());
        assertEquals(2, parts.size());
    }

    public static final class OtherSettings implements SessionSettings {
        @Override
        public void assign(SettingsBuilder settings) {
            settings.setCoutOutput(false);
        }
    }

    @MeasuredBy(value = Steps.class, settings = OtherSettings.class)
    static class WithOtherSettings {
        @Test
        void other() {}
    }

    @Test
    void differentSettingsOfOneRunFail() {
        EngineExecutionResults[] events = new EngineExecutionResults[1];
        ToFiles.partsOf(() -> events[0] = Kit.run(One.class, WithOtherSettings.class));
        events[0].testEvents().assertThatEvents().haveExactly(1, event(test("other"), finishedWithFailure(message(
                text -> text.contains("OtherSettings") && text.contains("ToFiles") && text.contains("Name the same class everywhere")))));
    }

    @TestClassOrder(ClassOrderer.OrderAnnotation.class)
    static class SettingsLater {
        @Nested
        @Order(1)
        @MeasuredBy(value = Steps.class)
        class Without {
            @Test
            void without() {
                // Until then the environment's settings apply, to whose output this test must not write.
                Timemory.change(Kit.silent());
            }
        }

        @Nested
        @Order(2)
        @MeasuredBy(value = Steps.class, settings = ToFiles.class)
        class With {
            @Test
            void with() {
                SettingsBuilder changes = new SettingsBuilder();
                changes.setFileOutput(true);
                Timemory.change(changes);
            }
        }
    }

    @Test
    void settingsThatAreNamedLaterChangeTheSession() {
        List<String> graph = ToFiles.graphOf(() -> passing(Kit.run(SettingsLater.class)));
        assertEquals(List.of("SessionTest.SettingsLater.With.with 1 0", "SessionTest.SettingsLater.Without.without 1 0"), graph);
    }

    public static final class Unchangeable implements SessionSettings {
        @Override
        public void assign(SettingsBuilder settings) {
            settings.setFlatProfile(true);
        }
    }

    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    static class SettingsTooLate {
        @Test
        @Order(1)
        @MeasuredBy(Steps.class)
        void without() {
            Timemory.change(Kit.silent());
        }

        @RepeatedTest(2)
        @Order(2)
        @MeasuredBy(value = Steps.class, settings = Unchangeable.class)
        void tooLate() {}
    }

    @Test
    void settingsThatComeTooLateFailEachTestThatNamesThem() {
        EngineExecutionResults events = Kit.run(SettingsTooLate.class);
        events.testEvents().assertStatistics(statistics -> statistics.succeeded(1).failed(2));
        events.testEvents().assertThatEvents().haveExactly(2, event(test("tooLate"),
                finishedWithFailure(message(text -> text.contains("TIMEMORY_FLAT_PROFILE cannot be changed once measuring has started")))));
    }

    static class WithArgument implements SessionSettings {
        WithArgument(int argument) {
            assertEquals(0, argument);
        }

        @Override
        public void assign(SettingsBuilder settings) {}
    }

    static class WithWrongSettings {
        @MeasuredBy(value = Steps.class, settings = WithArgument.class)
        @Test
        void wrong() {}
    }

    @Test
    void settingsThatCannotBeMadeFailTheTestAndSayWhy() {
        Kit.run(WithWrongSettings.class).testEvents().assertThatEvents().haveExactly(1, event(test("wrong"), finishedWithFailure(
                message(text -> text.contains("WithArgument cannot be made: give it a constructor without parameters")))));
    }

    private static void passing(EngineExecutionResults events) {
        events.testEvents().assertStatistics(statistics -> statistics.failed(0).aborted(0));
    }
}
