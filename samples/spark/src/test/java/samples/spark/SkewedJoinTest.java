package samples.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.export.ranks.RankStatistics;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.spark.Nodes;
import timemory.spark.SparkProcess;
import timemory.spark.StandaloneCluster;

/** The task with most of the orders is found, even if a worker is lost on the way, and each order is scored once. */
@Tag("thorough")
class SkewedJoinTest {
    private static final long PATIENCE_SECONDS = 240;
    private static final Pattern SCORED = Pattern.compile("(\\d+) orders were scored");

    @TempDir
    private Path folder;

    @Test
    void theSlowTaskIsFoundThoughAWorkerIsLost() throws Exception {
        try (StandaloneCluster cluster = new StandaloneCluster("4.2", folder, 2)) {
            SparkProcess driver = new SparkProcess("4.2", Files.createDirectories(folder.resolve("driver")), Map.of());
            Path output = folder.resolve("results");
            Process process = driver.start(SkewedJoin.class.getName(), List.of(
                    "-Dspark.timemory.output=" + output,
                    "-Dspark.timemory.interval=0",
                    "-Dspark.ui.enabled=false",
                    "-Dspark.executor.extraClassPath=" + SparkProcess.own()), List.of(cluster.master()));
            String said;
            try {
                Path log = driver.log(SkewedJoin.class.getName());
                while (process.isAlive() && !Files.readString(log).contains("Finished task 2.0 in stage 2.0")) {
                    Thread.sleep(10);
                }
                cluster.kill(1);
                boolean hasEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
                said = Files.readString(log);
                assertEquals(0, hasEnded ? process.exitValue() : -1, said);
            } finally {
                process.destroyForcibly();
            }
            Results results = SparkProcess.results(output, "");
            Matcher scored = SCORED.matcher(said);
            assertTrue(scored.find(), said);
            String[] stage = {"etl", "score orders", "job *", "stage aggregate *"};
            String[] score = {"etl", "score orders", "job *", "stage aggregate *", "task", "score"};
            assertEquals(Long.parseLong(scored.group(1)), Nodes.laps(results, score), said);
            assertEquals(16, Nodes.tasks(results, "spark_tasks", stage), said);
            // The work done on the worker is lost, or wasted if it had already reported.
            long lost = Nodes.tasks(results, "spark_tasks_lost", stage);
            long wasted = Nodes.tasks(results, "spark_tasks_wasted", stage);
            assertTrue(lost + wasted >= 1, said);
            CallGraphNode node = Nodes.of(results, "wall_clock", score);
            var compared = RankStatistics.of(node).inclusive();
            assertEquals(7, compared.getMaxRank());
            assertTrue(compared.getMax() > 4 * compared.getMedian(), compared.getMax() + " " + compared.getMedian());
            Results slowest = SparkProcess.results(output, "slowest");
            CallGraphNode slow = Nodes.of(slowest, "wall_clock", "etl", "score orders", "job *", "stage aggregate *", "slowest: *");
            assertTrue(slow.getLabel().matches("slowest: partition \\d+ of executor .*"), slow.getLabel());
            // The one with partition 7, unless another waited even longer for the lost worker's data.
            double taken = slow.getChildren().stream().mapToDouble(inside -> inside.getInclusive().getSum()).sum();
            assertTrue(taken >= compared.getMax(), slow.getLabel() + " " + taken + " " + compared.getMax());
        }
    }
}
