package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.spark.programs.ClusterProgram;

/** A master and two workers, with copies of slow tasks, and the failure of a worker. */
@Tag("thorough")
class StandaloneTest {
    private static final long PATIENCE_SECONDS = 240;

    @TempDir
    private Path folder;

    private String said;

    private Results run(StandaloneCluster cluster, String what, Runnable meanwhile, String... settings) throws Exception {
        Path output = folder.resolve("results");
        Path marks = Files.createDirectory(folder.resolve("marks"));
        List<String> arguments = new ArrayList<>(List.of(cluster.master(), output.toString(), marks.toString(), what));
        arguments.addAll(List.of(settings));
        SparkProcess driver = new SparkProcess("4.2", Files.createDirectory(folder.resolve("driver")), Map.of());
        Process process = driver.start(ClusterProgram.class.getName(), List.of(), arguments);
        try {
            meanwhile.run();
            boolean hasEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            said = Files.readString(driver.log(ClusterProgram.class.getName()));
            assertEquals(0, hasEnded ? process.exitValue() : -1, said);
        } finally {
            process.destroyForcibly();
        }
        return SparkProcess.results(output, "");
    }

    private static long tasks(Results results, String kind) {
        return Nodes.tasks(results, kind, "main", "*", "job *", "stage *");
    }

    private void assertEachAttemptCountsOnce(Results results) {
        Truth truth = Truth.of(said);
        long all = tasks(results, "spark_tasks") + tasks(results, "spark_tasks_wasted") + tasks(results, "spark_tasks_lost");
        assertEquals(truth.attempts(), all, said);
    }

    @Test
    void ofATaskAndItsCopyOneCounts() throws Exception {
        try (StandaloneCluster cluster = new StandaloneCluster("4.2", folder, 2)) {
            Results results = run(cluster, "speculation", () -> {}, "spark.speculation=true", "spark.speculation.interval=100ms",
                    "spark.speculation.multiplier=1.5", "spark.speculation.quantile=0.5", "spark.speculation.minTaskRuntime=200ms");
            assertEquals(20, tasks(results, "spark_tasks"), said);
            assertEquals(200, Nodes.laps(results, "main", "speculation", "job *", "stage *", "task", "parse"));
            long wasted = Nodes.laps(results, "main", "speculation", "job *", "stage *", "(wasted)", "task");
            assertEquals(tasks(results, "spark_tasks_wasted"), wasted);
            // Spark may be too late to report a copy that it kills at the end, and the copy too late to report itself: then it is lost.
            long lost = tasks(results, "spark_tasks_lost");
            assertEquals(lost > 0, results.getProblems().stream().anyMatch(problem -> problem.contains("lost")), said);
            Truth truth = Truth.of(said);
            assertTrue(truth.succeeded() == 20 && wasted + lost >= Math.max(1, truth.failed()), said);
        }
    }

    @Test
    @Tag("thorough") // tests SkewedJoin of samples/spark, with every attempt
    void theEndOfAWorkerLosesWhatItHadNotReportedAndNothingElse() throws Exception {
        try (StandaloneCluster cluster = new StandaloneCluster("4.2", folder, 2)) {
            Results results = run(cluster, "worker", () -> killOnceBothWork(cluster));
            assertTrue(tasks(results, "spark_tasks_lost") >= 1, said);
            assertEquals(10 * tasks(results, "spark_tasks"), Nodes.laps(results, "main", "worker", "job *", "stage *", "task", "parse"));
            assertTrue(tasks(results, "spark_tasks") <= 20 && tasks(results, "spark_tasks") + tasks(results, "spark_tasks_lost") >= 20,
                    said);
            assertEachAttemptCountsOnce(results);
        }
    }

    private void killOnceBothWork(StandaloneCluster cluster) {
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            Path marks = folder.resolve("marks");
            while (!Files.exists(marks.resolve("kill 0")) || !Files.exists(marks.resolve("kill 1"))) {
                assertTrue(System.nanoTime() - deadline < 0, "no two executors have tasks");
                Thread.sleep(20);
            }
            Thread.sleep(1_000);
            cluster.kill(1);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
