package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.export.ranks.RankStatistics;
import timemory.results.Results;
import timemory.spark.programs.ClusterProgram;

/** Executors in separate processes, two of which end during their tasks. */
class LocalClusterTest {
    @TempDir
    private static Path folder;

    private static String said;
    private static Results results;

    @BeforeAll
    static void run() throws Exception {
        Path output = folder.resolve("results");
        Path marks = Files.createDirectory(folder.resolve("marks"));
        said = new SparkProcess("4.2", folder, Map.of()).run(ClusterProgram.class, List.of(),
                List.of("local-cluster[2,1,1024]", output.toString(), marks.toString(), "plain,halt,shuffle"));
        results = SparkProcess.results(output, "");
    }

    private static long tasks(String kind, String region) {
        return Nodes.tasks(results, kind, "main", region, "job *", "stage *");
    }

    private static long useful(String region) {
        return tasks("spark_tasks", region);
    }

    private static long laps(String region, String stage, String label) {
        return Nodes.laps(results, "main", region, "job *", "stage " + stage, "task", label);
    }

    @Test
    void whatExecutorsMeasureHangsBelowTheDriversRegion() {
        assertEquals(20, useful("plain"), said);
        assertEquals(200, laps("plain", "*", "parse"));
        assertEquals(0, tasks("spark_tasks_lost", "plain") + tasks("spark_tasks_wasted", "plain"));
    }

    @Test
    void everyAttemptOfATaskIsUsefulWastedOrLost() {
        Truth truth = Truth.of(said);
        assertTrue(truth.failed() >= 2, said);
        long all = 0;
        for (String kind : List.of("spark_tasks", "spark_tasks_wasted", "spark_tasks_lost")) {
            all += Nodes.tasks(results, kind, "main", "*", "job *", "stage *");
        }
        assertEquals(truth.attempts(), all, said);
    }

    @Test
    void whatAnExecutorTookWithItIsLostAndSaid() {
        long lost = tasks("spark_tasks_lost", "halt");
        assertTrue(lost >= 1, said);
        assertEquals(0, tasks("spark_tasks_wasted", "halt"));
        // The task that halted the executor did not succeed; each task that did has an end event in Spark.
        assertEquals(20 + 1, useful("halt") + lost);
        assertEquals(10 * useful("halt"), laps("halt", "*", "parse"));
        assertTrue(
                results.getProblems().stream().anyMatch(problem -> problem.contains(" are lost: it ended before it could report")),
                results.getProblems().toString());
    }

    @Test
    void tasksWhoseOutputWasLostAreWastedAndNotCountedTwice() {
        String[] map = {"main", "shuffle", "job *", "stage mapToPair *"};
        long useful = Nodes.tasks(results, "spark_tasks", map);
        long wasted = Nodes.tasks(results, "spark_tasks_wasted", map);
        long lost = Nodes.tasks(results, "spark_tasks_lost", map);
        // Everything that the executor had mapped was mapped again: one task per partition counts, unless it could not be reported.
        assertTrue(wasted > 0 && useful <= 20 && useful + lost >= 20, useful + " " + wasted + " " + lost + "\n" + said);
        assertEquals(10 * useful, laps("shuffle", "mapToPair *", "parse"));
        assertEquals(10 * wasted, Nodes.laps(results, "main", "shuffle", "job *", "stage mapToPair *", "(wasted)", "task", "parse"));
        assertEquals(Nodes.tasks(results, "spark_tasks", "main", "shuffle", "job *", "stage count *"),
                laps("shuffle", "count *", "reduce"));
    }

    @Test
    void executorsAreComparedWithEachOther() throws Exception {
        Results executors = SparkProcess.results(folder.resolve("results"), "executors");
        RankStatistics compared =
                RankStatistics.of(Nodes.of(executors, "wall_clock", "main", "plain", "job *", "stage *", "task", "parse"));
        assertEquals(2, compared.getCount());
        assertEquals(200, Nodes.laps(executors, "main", "plain", "job *", "stage *", "task", "parse"));
    }

    @Test
    void executorsMeasureThemselves() {
        assertTrue(Nodes.laps(results, "(executors)", "executor") >= 2, said);
        for (String component : List.of("process_cpu_clock", "peak_rss", "gc_time")) {
            assertTrue(Nodes.of(results, component, "(executors)", "executor") != null, component);
        }
    }
}
