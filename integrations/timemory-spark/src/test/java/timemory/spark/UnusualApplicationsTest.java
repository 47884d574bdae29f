package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.spark.programs.UnusualProgram;

/** Applications that start, measure or end in unusual ways. Each version of Spark runs all of them in one process. */
class UnusualApplicationsTest {
    /** "early" comes first: it needs a process in which no Spark context has started yet. */
    private static final String[] APPLICATIONS = {"early", "refused", "count", "left"};

    @TempDir
    private static Path folder;

    /** What the process of each version printed during each application. */
    private static final Map<String, Map<String, String>> SAID = new HashMap<>();

    static Stream<String> versions() {
        Stream<String> all = Runtime.version().feature() < 25 ? Stream.of("3.5", "4.0") : Stream.of("4.2", "4.1");
        return "true".equals(System.getenv("THOROUGH")) ? all : all.limit(1);
    }

    @BeforeAll
    static void run() throws Exception {
        for (String version : versions().toList()) {
            Path home = Files.createDirectory(folder.resolve(version));
            List<String> arguments = new ArrayList<>();
            for (String application : APPLICATIONS) arguments.addAll(List.of(application, output(version, application).toString()));
            Files.writeString(output(version, "count").getParent(), "in the way");
            String said = new SparkProcess(version, home, Map.of()).run(UnusualProgram.class, List.of(), arguments);
            Map<String, String> parts = new HashMap<>();
            for (String application : APPLICATIONS) {
                String title = "application: " + application + "\n";
                int begin = said.indexOf(title);
                int end = said.indexOf("application: " + application + " has ended\n");
                assertTrue(begin >= 0 && end > begin, said);
                parts.put(application, said.substring(begin + title.length(), end));
            }
            SAID.put(version, parts);
        }
    }

    private static Path output(String version, String application) {
        return folder.resolve(version).resolve(application).resolve("results");
    }

    @ParameterizedTest
    @MethodSource("versions")
    void resultsThatCannotBeWrittenAreNotSaidToBe(String version) {
        String said = SAID.get(version).get("count");
        assertFalse(said.contains("timemory: wrote the results"), said);
        assertTrue(said.contains("timemory: the results of local-"), said);
        assertTrue(said.contains(" are incomplete in '" + output(version, "count")), said);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void jobsOfAThreadThatMeasuredBeforeAreBelowItsRegion(String version) throws Exception {
        for (String name : List.of("first", "second")) {
            Results results = SparkProcess.results(output(version, "early").resolve(name), "");
            CallGraphNode task = Nodes.of(results, "wall_clock", name, "job count *", "stage count *", "task");
            assertEquals(8, task.getInclusive().getLaps(), SAID.get(version).get("early"));
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aContextThatCannotStartIsLeftToSpark(String version) {
        String said = SAID.get(version).get("refused");
        assertTrue(said.contains("refused"), said);
        assertFalse(said.contains("timemory:"), said);
        assertFalse(Files.exists(output(version, "refused")), said);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aRegionThatATaskLeavesOpenIsAnOpenLap(String version) throws Exception {
        String said = SAID.get(version).get("left");
        Results results = SparkProcess.results(output(version, "left"), "");
        CallGraphNode task = Nodes.of(results, "wall_clock", "job count *", "stage count *", "task");
        CallGraphNode left = task.getChildren().get(0);
        assertEquals("left", left.getLabel());
        assertEquals(List.of(8L, 0L), List.of(task.getInclusive().getLaps(), task.getInclusive().getOpenLaps()));
        assertEquals(List.of(8L, 8L), List.of(left.getInclusive().getLaps(), left.getInclusive().getOpenLaps()));
        assertEquals(0, left.getChildren().get(0).getInclusive().getOpenLaps());
        assertTrue(task.exclusive(0) >= 0 && left.exclusive(0) >= 0);
        assertTrue(results.getProblems().stream().anyMatch(problem -> problem.contains("a task left region 'left' open")), said);
    }
}
