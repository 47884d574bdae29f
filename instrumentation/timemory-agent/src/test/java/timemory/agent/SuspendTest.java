package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suspend functions of Kotlin programs, each call of which must be one lap, however it is suspended and resumed. */
class SuspendTest {
    /** Without timemory, so that the agent brings its own, and its own Kotlin. */
    private static final String BARE = Stream.of(Programs.CLASS_PATH.split(File.pathSeparator))
            .filter(element -> !element.contains("timemory-dsl") && !element.contains("timemory-jvm")
                    && !element.contains("timemory-bridges"))
            .collect(Collectors.joining(File.pathSeparator));

    private static final Pattern LINE = Pattern.compile("\\| >>> +(?:\\[\\d+])?(?:\\|_)?([^|]+?) *\\| +(\\d+) \\| +(\\d+) \\|.*");
    private static final Pattern EXACT = Pattern
            .compile("\"prefix\":\">>> +(?:\\|_)?([^\"]+)\",\"depth\":(\\d+),\"entry\":\\{\"laps\":\\d+,\"value\":\\d+,\"accum\":(\\d+)");

    private static final String[] SCENARIOS = {
        "nested", "tail", "exception", "cancel", "hop", "children", "recursion", "sequence", "open", "inline", "nestedBlocking", "never",
        "undispatched",
        "java", "deep", "raw", "many", "flow", "channel",
    };

    @TempDir
    static Path folder;

    private static String plainOutput;

    /** All scenarios, in a program without timemory and in one with it. */
    private static final Map<String, Programs.Outcome> RUNS = new TreeMap<>();

    @BeforeAll
    static void runScenarios() throws Exception {
        plainOutput = Programs.java(folder, List.of("-cp", BARE), "programs.Coroutines", SCENARIOS).output();
        String options = "include=^programs\\.(?!JavaCalls);components=trip_count,wall_clock,thread_cpu_clock;min-size=0";
        for (String classPath : List.of(BARE, Programs.CLASS_PATH)) {
            RUNS.put(classPath, run(Files.createTempDirectory(folder, "run"), classPath, options, "programs.Coroutines", SCENARIOS));
        }
    }

    private static Programs.Outcome run(String classPath, String options, String main, String... arguments) throws Exception {
        return run(Files.createTempDirectory(folder, "run"), classPath, options, main, arguments);
    }

    private static Programs.Outcome run(Path folder, String classPath, String options, String main, String... arguments) throws Exception {
        String agent = "-javaagent:" + Programs.AGENT + "=" + options + ";throttle=false";
        Programs.Outcome run = Programs.java(folder, List.of(agent, "-cp", classPath), main, arguments);
        assertEquals(0, run.status(), run.errors());
        assertEquals("", errors(run));
        return run;
    }

    /** Without the warnings of newer JVMs about flags and native access. */
    private static String errors(Programs.Outcome run) {
        return run.errors().lines().filter(line -> !line.isBlank() && !line.contains("WARNING") && !line.contains("warning"))
                .collect(Collectors.joining(
                        "\n"));
    }

    /** The laps of each path of functions. */
    private static Map<String, Long> laps(Programs.Outcome run) throws Exception {
        Map<String, Long> laps = new TreeMap<>();
        List<String> path = new ArrayList<>();
        for (String line : run.file("trip_count.txt").split("\n")) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) continue;
            int depth = Integer.parseInt(matcher.group(3));
            path.subList(Math.min(depth, path.size()), path.size()).clear();
            path.add(shortened(matcher.group(1)));
            laps.merge(String.join("/", path), Long.parseLong(matcher.group(2)), Long::sum);
        }
        return laps;
    }

    /** The sum at each function, wherever it is in the graph. */
    private static Map<String, Long> sums(Programs.Outcome run, String file) throws Exception {
        Map<String, Long> sums = new TreeMap<>();
        Matcher matcher = EXACT.matcher(run.file(file));
        while (matcher.find()) sums.merge(shortened(matcher.group(1)), Long.parseLong(matcher.group(3)), Long::sum);
        return sums;
    }

    private static String shortened(String label) {
        return label.replace(" (concurrent)", "").replaceFirst("^programs\\.(Coroutines|Steps|Burning)\\.", "").replaceFirst("^programs\\.",
                "");
    }

    /** Asserts the whole graph below the top-level functions that are listed in {@code expected}. */
    private static void assertGraph(String... expected) throws Exception {
        Set<String> tops = Stream.of(expected).map(path -> path.split("[/=]")[0]).collect(Collectors.toSet());
        for (Programs.Outcome run : RUNS.values()) {
            String graph = laps(run).entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith("main/run/") && tops.contains(entry.getKey().split("/")[2]))
                    .map(entry -> entry.toString().substring("main/run/".length()))
                    .collect(Collectors.joining("\n"));
            assertEquals(String.join("\n", expected), graph);
        }
    }

    @Test
    void programsDoWhatTheyDoWithoutTheAgent() {
        for (Programs.Outcome run : RUNS.values()) assertEquals(plainOutput, run.output());
    }

    @Test
    void callsNestAlsoAfterASuspension() throws Exception {
        assertGraph("outer=1", "outer/inner=3", "outer/inner/plain=6", "outer/plain=2");
    }

    @Test
    void aFunctionThatHandsItsContinuationOnEndsWithWhatItCalls() throws Exception {
        assertGraph("tailOuter=1", "tailOuter/plain=1", "tailOuter/tailInner=1", "tailOuter/tailInner/plain=1");
    }

    @Test
    void anExceptionAfterASuspensionEndsTheCallsItLeaves() throws Exception {
        assertGraph("failing=1", "failing/failingInner=1", "failing/failingInner/plain=2", "failing/plain=1");
    }

    @Test
    void cancellationEndsTheCallsItLeaves() throws Exception {
        assertGraph("cancelled=1", "cancelled/waiting=2", "cancelled/waiting/plain=2");
    }

    @Test
    void callsFollowTheirCoroutineToOtherDispatchers() throws Exception {
        assertGraph("hops=1", "hops/hopped=2", "hops/hopped/plain=4", "hops/plain=1");
    }

    @Test
    void childrenHangBelowTheFunctionThatLaunchesThem() throws Exception {
        assertGraph("children=1", "children/child=5", "children/child/inner=5", "children/child/inner/plain=10", "children/child/plain=5",
                "children/plain=2");
    }

    @Test
    void aFunctionThatCallsItselfIsBelowItself() throws Exception {
        List<String> lines = new ArrayList<>();
        String path = "";
        for (int laps : new int[] {1, 2, 4, 8, 16, 22, 12, 2})
            lines.add((path = path.isEmpty() ? "fibonacci" : path + "/fibonacci") + "=" + laps);
        assertGraph(lines.toArray(new String[0]));
    }

    @Test
    void generatorsAreMeasured() throws Exception {
        assertGraph("numbers=1", "some=1", "some/plain=2");
    }

    @Test
    void whatCanBeOverriddenIsMeasuredOncePerCall() throws Exception {
        assertGraph("Base.step=1", "Base.step/plain=1", "Derived.step=1", "Derived.step/Base.step=1", "Derived.step/Base.step/plain=1",
                "Derived.step/plain=1", "Stepping.walk=1", "Stepping.walk/plain=1");
    }

    @Test
    void inlinedFunctionsArePartOfTheirCaller() throws Exception {
        assertGraph("inlined=1", "inlined/inner=2", "inlined/inner/plain=4");
    }

    @Test
    void aBlockingCallWithinACoroutineHoldsItsOwnCoroutines() throws Exception {
        assertGraph("nestedBlocking=1", "nestedBlocking/blocking=1", "nestedBlocking/blocking/inner=2",
                "nestedBlocking/blocking/inner/plain=4", "nestedBlocking/plain=1");
    }

    @Test
    void aCallThatIsNeverResumedCountsAsOpen() throws Exception {
        assertGraph("never=1", "never/forever=1", "never/forever/plain=1");
    }

    @Test
    void coroutinesThatBeginAtOnceAreTheirOwn() throws Exception {
        assertGraph("undispatched=1", "undispatched/child=2", "undispatched/child/inner=2", "undispatched/child/inner/plain=4",
                "undispatched/child/plain=2", "undispatched/plain=1");
    }

    @Test
    void aFunctionThatJavaCallsIsMeasured() throws Exception {
        assertGraph("CoroutinesKt.half=1");
    }

    @Test
    void everyCallIsCountedHoweverDeepAndOnWhicheverThread() throws Exception {
        for (Programs.Outcome run : RUNS.values()) {
            Map<String, Long> laps = laps(run);
            assertEquals(2001L,
                    laps.entrySet().stream().filter(entry -> entry.getKey().endsWith("deep")).mapToLong(Map.Entry::getValue).sum());
            assertEquals(200L, laps.get("main/run/raw/rawOnce"));
            assertEquals(200L, laps.get("main/run/many/outer"));
            assertEquals(400L, laps.get("main/run/many/outer/plain"));
            assertEquals(199L, laps.get("main/run/many/outer/inner"));
            assertEquals(1L, laps.get("main/run/channel/produce"));
            assertEquals(3L, laps.get("main/run/Coroutines$flows$$inlined$map$1.collect/inner"));
        }
    }

    @Test
    void programsMayBringSeveralKotlinsInLoadersOfTheirOwn() throws Exception {
        String classes =
                Stream.of(BARE.split(File.pathSeparator)).filter(element -> element.endsWith("test-classes")).findFirst().orElseThrow();
        Programs.Outcome plain =
                Programs.java(folder, List.of("-cp", classes), "programs.Isolated", BARE, "programs.Coroutines", "nested", "children");
        Programs.Outcome run =
                run(classes, "include=^programs.Coroutines;components=trip_count;min-size=0", "programs.Isolated", BARE,
                        "programs.Coroutines", "nested", "children");
        assertEquals(plain.output(), run.output());
        Map<String, Long> laps = laps(run);
        assertEquals(6L, laps.get("main/run/outer/inner"));
        assertEquals(12L, laps.get("main/run/outer/inner/plain"));
        assertEquals(10L, laps.get("main/run/children/child/inner"));
    }

    @Test
    void randomProgramsGiveTheGraphOfTheModel() throws Exception {
        assertModel(BARE, "1", "250");
    }

    @Test
    void programsThatMeasureThemselvesAndTheAgentShareOneGraph() throws Exception {
        assertModel(Programs.CLASS_PATH, "1", "250", "measured");
    }

    private void assertModel(String classPath, String... arguments) throws Exception {
        Programs.Outcome run =
                run(classPath, "include=^programs\\.Steps\\.;components=trip_count;min-size=0", "programs.RandomCoroutines", arguments);
        Map<String, Long> model = new TreeMap<>();
        for (String line : run.output().split("\n")) {
            int end = line.lastIndexOf('=');
            model.put(line.substring(1, end), Long.parseLong(line.substring(end + 1).strip()));
        }
        assertEquals(model, laps(run));
        assertTrue(model.size() > 1000, "only " + model.size() + " paths");
    }

    /** On one thread, where the numbers of suspensions do not depend on the order of events. */
    @Test
    void suspensionsAreCountedForAllCallsAround() throws Exception {
        Programs.Outcome run =
                run(BARE, "include=^programs;components=wall_clock,thread_cpu_clock", "programs.Coroutines", "nested", "recursion");
        Map<String, Long> suspensions = sums(run, "suspensions.json");
        assertEquals(6L, suspensions.get("outer"));
        assertEquals(6L, suspensions.get("inner"));
        assertEquals(suspensionsOf(8), suspensions.get("fibonacci"));
        assertEquals(0L, sums(run, "thread_changes.json").get("outer"));
        long wall = sums(run, "wall.json").get("outer");
        long active = sums(run, "active.json").get("outer");
        long suspended = sums(run, "suspended.json").get("outer");
        assertTrue(active + suspended >= wall, active + " + " + suspended + " < " + wall);
        assertTrue(active >= sums(run, "active.json").get("inner"));
        assertTrue(sums(run, "thread_cpu.json").get("outer") >= sums(run, "thread_cpu.json").get("inner"));
    }

    /** Suspensions of a call of {@code fibonacci(n)} and all below it: those of each call are its own and those below. */
    private static long suspensionsOf(int n) {
        return n < 2 ? 1 : leaves(n) + suspensionsOf(n - 1) + suspensionsOf(n - 2);
    }

    private static long leaves(int n) {
        return n < 2 ? 1 : leaves(n - 1) + leaves(n - 2);
    }

    /** A call has the CPU time of the slices that ran it, on whichever threads, and not that of others in between. */
    @Test
    void cpuTimeIsThatOfTheSlices() throws Exception {
        Programs.Outcome run = run(BARE, "include=^programs;components=thread_cpu_clock;min-size=0", "programs.Burning");
        String[] own = run.output().strip().split(" ");
        long hopping = Long.parseLong(own[0]);
        long others = Long.parseLong(own[1]);
        long process = Long.parseLong(own[2]);
        Map<String, Long> cpu = sums(run, "thread_cpu.json");
        assertTrue(cpu.get("hopping") >= hopping, cpu + " " + run.output());
        assertTrue(cpu.get("hopping") <= process, cpu + " " + run.output());
        assertTrue(cpu.get("waiting") < others, cpu + " " + run.output());
    }

    /** {@code measuredScope} gives its scope a separate strand within the coroutine. */
    @Test
    void aFunctionIsActiveWhileAScopeInItThatMeasuresItselfRuns() throws Exception {
        String options = "include=^programs.Burning;components=thread_cpu_clock,trip_count;min-size=0";
        Programs.Outcome run = run(Programs.CLASS_PATH, options, "programs.Burning", "scope");
        long own = Long.parseLong(run.output().strip());
        assertTrue(sums(run, "thread_cpu.json").get("scoped") >= own, sums(run, "thread_cpu.json") + " " + own);
        assertEquals(1L, laps(run).get("main/scoped/within"));
    }

    @Test
    void labelsCanTellArguments() throws Exception {
        Programs.Outcome run =
                run(BARE, "include=^programs;components=trip_count;min-size=0;label=args", "programs.Coroutines", "nested", "open");
        Map<String, Long> laps = laps(run);
        assertEquals(1L, laps.get("main(String[])/run(\"nested\")/outer(3)/inner(2)"), laps.toString());
        assertEquals(1L, laps.get("main(String[])/run(\"open\")/Derived.step(1)/Base.step(1)"), laps.toString());
    }
}
