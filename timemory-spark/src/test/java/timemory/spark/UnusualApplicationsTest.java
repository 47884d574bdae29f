package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.spark.programs.UnusualProgram;

/** Applications that end, begin or measure in ways that are not the usual ones, on each version of Spark. */
@Tag("java17")
class UnusualApplicationsTest {
    @TempDir
    private Path folder;

    static Stream<String> versions() {
        Stream<String> all = Runtime.version().feature() < 25 ? Stream.of("3.5", "4.0") : Stream.of("4.2", "4.1");
        return "true".equals(System.getenv("THOROUGH")) ? all : all.limit(1);
    }

    private String run(String version, String what, Path output) throws Exception {
        return new SparkProcess(version, folder, Map.of()).run(UnusualProgram.class, List.of(), List.of(what, output.toString()));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void resultsThatCannotBeWrittenAreNotSaidToBe(String version) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        String said = run(version, "count", file.resolve("results"));
        assertFalse(said.contains("timemory: wrote the results"), said);
        assertTrue(said.contains("timemory: the results of local-"), said);
        assertTrue(said.contains(" are not complete in '" + file), said);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void jobsOfAThreadThatMeasuredBeforeAreBelowItsRegion(String version) throws Exception {
        String said = run(version, "early", folder.resolve("results"));
        for (String name : List.of("first", "second")) {
            Results results = SparkProcess.results(folder.resolve("results").resolve(name), "");
            CallGraphNode task = Nodes.of(results, "wall_clock", name, "job count *", "stage count *", "task");
            assertEquals(8, task.getInclusive().getLaps(), said);
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aContextThatCannotStartIsLeftToSpark(String version) throws Exception {
        String said = run(version, "refused", folder.resolve("results"));
        assertTrue(said.contains("refused"), said);
        assertFalse(said.contains("timemory:"), said);
        assertFalse(Files.exists(folder.resolve("results")), said);
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aRegionThatATaskLeavesOpenIsAnOpenLap(String version) throws Exception {
        String said = run(version, "left", folder.resolve("results"));
        Results results = SparkProcess.results(folder.resolve("results"), "");
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
