package timemory.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("java17")
class BlockInstrumenterTest {
    private final Events events = new Events();

    private Class<?> woven(String name, boolean loops, boolean calls, boolean lines) throws Exception {
        return new WovenClasses("programs", events, method -> NamedPlaces.of(method, events, loops, calls, lines)).loadClass(name);
    }

    private static Object call(Method function, int argument) throws IllegalAccessException {
        try {
            return function.invoke(null, argument);
        } catch (InvocationTargetException failure) {
            return failure.getCause().toString();
        }
    }

    private static List<Method> functions(Class<?> type) {
        List<Method> functions = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            boolean isOne = Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers())
                    && method.getReturnType() == long.class;
            if (isOne) functions.add(method);
        }
        return functions;
    }

    @ParameterizedTest
    @CsvSource({"true,false,false", "false,true,false", "true,true,false", "false,false,true"})
    void programsDoTheSameAndWhatTheyOpenIsClosed(boolean loops, boolean calls, boolean lines) throws Exception {
        for (String program : List.of("programs.ControlFlow", "programs.FlowKt")) {
            Class<?> plain = Class.forName(program);
            Class<?> measured = woven(program, loops, calls, lines);
            assertTrue(functions(plain).size() > 5, program);
            for (Method function : functions(plain)) {
                for (int argument = -1; argument < 12; argument++) {
                    events.clear();
                    String what = function.getName() + '(' + argument + ')';
                    assertEquals(call(function, argument), call(measured.getMethod(function.getName(), int.class), argument), what);
                    assertTrue(events.isAllClosed(), () -> what + " leaves something open: " + events.log);
                }
            }
        }
    }

    private List<String> logOf(String function, int argument, boolean loops, boolean calls, boolean lines) throws Exception {
        Class<?> type = woven("programs.ControlFlow", loops, calls, lines);
        events.clear();
        call(type.getMethod(function, int.class), argument);
        return events.log;
    }

    private String shape(List<String> log) {
        List<Integer> lines = new ArrayList<>();
        for (String name : events.names) if (name.contains("@")) lines.add(lineOf(name));
        return String.join(" ", log).replaceAll("@\\d+", "").replaceAll("\\w+:loop", "loop");
    }

    private static int lineOf(String name) {
        return Integer.parseInt(name.substring(name.indexOf('@') + 1).replaceAll("#.*", ""));
    }

    @Test
    void aLoopIsOneRegionFromWhereItIsEnteredToWhereItIsLeft() throws Exception {
        assertEquals("+counted +loop -loop -counted", shape(logOf("counted", 5, true, false, false)));
        assertEquals("+counted +loop -loop -counted", shape(logOf("counted", 0, true, false, false)));
    }

    @Test
    void anInnerLoopIsARegionForEachTimeItIsEntered() throws Exception {
        assertEquals("+nested +loop +loop -loop +loop -loop -loop -nested", shape(logOf("nested", 2, true, false, false)));
        logOf("nested", 9, true, false, false);
        assertEquals(List.of(1L, 9L), events.names.stream().filter(name -> name.startsWith("nested:")).map(events::count).toList());
    }

    @Test
    void allLoopsThatAReturnOrALabelledBreakLeavesAreClosed() throws Exception {
        assertEquals("+returnsFromWithin +loop +loop -loop -loop -returnsFromWithin",
                shape(logOf("returnsFromWithin", 3, true, false, false)));
        assertEquals("+leavesOuter +loop +loop -loop -loop -leavesOuter", shape(logOf("leavesOuter", 1, true, false, false)));
    }

    @Test
    void loopsThatAnExceptionLeavesAreClosedWhereItIsCaught() throws Exception {
        assertEquals("+catchesAroundLoops +loop +loop -loop -loop +loop -loop -catchesAroundLoops",
                shape(logOf("catchesAroundLoops", 0, true, false, false)));
        assertEquals("+throwsFromWithin +loop +loop -loop +loop -loop -loop -throwsFromWithin",
                shape(logOf("throwsFromWithin", 1, true, false, false)));
    }

    @Test
    void aLoopGoesOnWhereAnExceptionIsCaughtInIt() throws Exception {
        String call = "+fail -fail ";
        assertEquals("+retries +loop " + call.repeat(4) + "-loop -retries", shape(logOf("retries", 3, true, false, false)));
    }

    @Test
    void aCallIsARegionFromWhenItsArgumentsAreKnown() throws Exception {
        assertEquals(
                "+calls +call square +square -square -call square +call square +square -square -call square "
                        + "+call addExact -call addExact -calls",
                shape(logOf("calls", 1, false, true, false)));
    }

    @Test
    void aCallThatThrowsIsClosedWhereTheExceptionIsCaught() throws Exception {
        assertTrue(
                shape(logOf("calls", 3, false, true, false)).contains("+call fail +fail +call <init> -call <init> -fail -call fail "
                        + "+call square"),
                () -> "" + events.log);
    }

    @Test
    void aLineIsHitWhenControlComesToItFromAnother() throws Exception {
        // for (...) {, sum += i;, return sum: the head of the loop is reached once more than its body
        List<String> log = logOf("counted", 3, false, false, true);
        int first = Integer.parseInt(log.get(1));
        List<Integer> expected = List.of(0, 1, 2, 1, 2, 1, 2, 1, 4);
        assertEquals(expected, log.subList(1, log.size() - 1).stream().map(line -> Integer.parseInt(line) - first).toList());
    }

    @Test
    void aLoopOnOneLineIsOneHit() throws Exception {
        List<String> log = logOf("beginsWithALoop", 100, false, false, true);
        assertEquals(3, log.size() - 2, () -> "" + log);
    }

    @Test
    void aLineGoesOnWhileAnotherFunctionIsCalledAndEndsWhenAnExceptionIsCaught() throws Exception {
        List<String> log = logOf("retries", 1, false, false, true);
        int first = Integer.parseInt(log.get(1));
        String relative =
                String.join(" ", log.stream().map(each -> each.matches("\\d+") ? "" + (Integer.parseInt(each) - first) : each).toList());
        assertEquals("+retries 0 3 +fail 11 -fail 4 5 6 3 +fail 11 12 -fail -retries", relative);
    }

    @Test
    void codeThatKotlinInlinedBelongsToTheLineOfTheCall() throws Exception {
        int last = Files.readAllLines(Path.of("src/test/kotlin/programs/Flow.kt")).size();
        call(woven("programs.FlowKt", true, false, false).getMethod("inlined", int.class), 5);
        List<Integer> loops =
                events.names.stream().filter(name -> name.startsWith("inlined:loop")).map(BlockInstrumenterTest::lineOf).toList();
        assertTrue(loops.size() >= 3, () -> "" + events.names);
        assertTrue(loops.stream().allMatch(line -> line > 0 && line <= last), () -> "" + loops);
        List<String> log = new ArrayList<>();
        call(woven("programs.FlowKt", false, false, true).getMethod("inlined", int.class), 5);
        for (String each : events.log) if (each.matches("\\d+")) log.add(each);
        assertTrue(log.size() > 5 && log.stream().allMatch(line -> Integer.parseInt(line) <= last), () -> "" + log);
    }

    @Test
    void loopsThatExceptionsMakeOfFinallyAndSynchronizedAreNone() throws Exception {
        WovenClasses classes = new WovenClasses("programs", events, method -> NamedPlaces.of(method, events, true, false, false));
        classes.loadClass("programs.ControlFlow").getMethod("synchronizes", int.class).invoke(null, 3);
        assertEquals(1, events.names.stream().filter(name -> name.startsWith("synchronizes:loop")).count());
        assertEquals(Map.of(), classes.loopsLeft);
    }
}
