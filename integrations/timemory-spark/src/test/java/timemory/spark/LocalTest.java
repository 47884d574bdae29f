package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.export.ranks.RankStatistics;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.spark.programs.LocalProgram;

/** An application in local mode with known numbers of tasks and laps. */
@Tag("java17")
class LocalTest {
    private static final String VERSION = Runtime.version().feature() < 25 ? "4.0" : "4.2";

    @TempDir
    private static Path folder;

    private static String said;
    private static Results results;

    @BeforeAll
    static void run() throws Exception {
        Path output = folder.resolve("results");
        said = new SparkProcess(VERSION, folder, Map.of()).run(LocalProgram.class, List.of(), List.of("local[2,3]", output.toString()));
        results = SparkProcess.results(output, "");
    }

    private static CallGraphNode node(String... path) {
        return Nodes.of(results, "wall_clock", path);
    }

    private static long laps(String... path) {
        return Nodes.laps(results, path);
    }

    private static long tasks(String kind, String... stage) {
        return Nodes.tasks(results, kind, stage);
    }

    @Test
    void nothingIsWrong() {
        assertEquals(List.of(), results.getProblems(), said);
        assertTrue(said.contains("timemory: wrote the results of local-"), said);
    }

    @Test
    void tasksHangBelowTheJobAndTheRegionThatAskedForIt() {
        for (String region : List.of("etl", "own")) {
            String[] job = {"main", region, "job count *"};
            assertEquals(region.equals("etl") ? 2 : 1, Nodes.all(results, "wall_clock", job).size(), said);
            for (CallGraphNode one : Nodes.all(results, "wall_clock", "main", region, "job count *", "stage count *", "task")) {
                assertEquals(8, one.getInclusive().getLaps());
                assertEquals("parse", one.getChildren().get(0).getLabel());
                assertEquals(80, one.getChildren().get(0).getInclusive().getLaps());
            }
        }
    }

    @Test
    void tasksAreComparedAtEachNode() {
        RankStatistics compared = RankStatistics.of(node("main", "retried", "job count *", "stage count *", "task", "fragile", "parse"));
        assertTrue(compared.isOfTasks());
        assertEquals(8, compared.getProcessCount());
        assertEquals(8, compared.getCount());
        var spread = compared.inclusive();
        assertTrue(spread.getMin() > 0 && spread.getMin() <= spread.getMedian() && spread.getMedian() <= spread.getMax());
        assertTrue(spread.getMaxRank() >= 0 && spread.getMaxRank() < 8);
    }

    @Test
    void aTaskThatIsTriedAgainIsWastedOnce() {
        String[] stage = {"main", "retried", "job count *", "stage count *"};
        assertEquals(8, tasks("spark_tasks", stage));
        assertEquals(1, tasks("spark_tasks_wasted", stage));
        assertEquals(0, tasks("spark_tasks_lost", stage));
        assertEquals(80, laps("main", "retried", "job count *", "stage count *", "task", "fragile", "parse"));
        assertEquals(8, laps("main", "retried", "job count *", "stage count *", "task", "fragile"));
        assertEquals(1, laps("main", "retried", "job count *", "stage count *", "(wasted)", "task", "fragile"));
    }

    @Test
    void aStageThatIsSkippedBelongsToTheJobThatComputedIt() {
        assertEquals(80, laps("main", "shuffled", "job count *", "stage mapToPair *", "task", "parse"));
        assertEquals(3, tasks("spark_tasks", "main", "shuffled", "job count *", "stage count *"));
        assertEquals(3, tasks("spark_tasks", "main", "shuffled", "job collect *", "stage collect *"));
        assertNull(node("main", "shuffled", "job collect *", "stage mapToPair *"));
    }

    @Test
    void jobsAndStagesHaveTheTimeThatSparkSays() {
        long job = node("main", "retried", "job count *").getInclusive().getExactSum();
        long stage = node("main", "retried", "job count *", "stage count *").getInclusive().getExactSum();
        long around = node("main", "retried").getInclusive().getExactSum();
        assertTrue(stage > 0 && stage <= job + 2_000_000 && job <= around + 2_000_000, stage + " " + job + " " + around);
    }

    /** A driver waits for its jobs, a job for its stages, a stage for its tasks. */
    @Test
    void waitingForWhatIsInsideIsNobodysOwnTime() {
        CallGraphNode around = node("main", "retried");
        CallGraphNode job = node("main", "retried", "job count *");
        CallGraphNode stage = node("main", "retried", "job count *", "stage count *");
        CallGraphNode task = node("main", "retried", "job count *", "stage count *", "task");
        assertFalse(job.isConcurrent());
        assertEquals(around.getInclusive().getExactSum() - job.getInclusive().getExactSum(), around.exclusiveExact());
        assertEquals(Math.max(0, job.getInclusive().getExactSum() - stage.getInclusive().getExactSum()), job.exclusiveExact());
        assertEquals(Math.max(0, stage.getInclusive().getExactSum() - task.getInclusive().getExactSum()), stage.exclusiveExact());
    }

    @Test
    void theOtherComponentsOfTasksAreThereToo() {
        CallGraphNode task = Nodes.of(results, "thread_cpu_clock", "main", "retried", "job count *", "stage count *", "task");
        assertEquals(8, task.getInclusive().getLaps());
        assertTrue(task.getInclusive().getExactSum() > 0);
    }

    @Test
    void theSlowestTaskOfEachStageStaysByItself() throws Exception {
        Results slowest = SparkProcess.results(folder.resolve("results"), "slowest");
        String[] path = {"main", "retried", "job count *", "stage count *", "slowest: partition * of executor driver", "task"};
        CallGraphNode task = Nodes.of(slowest, "wall_clock", path);
        RankStatistics compared = RankStatistics.of(node("main", "retried", "job count *", "stage count *", "task"));
        assertEquals(1, task.getInclusive().getLaps());
        assertEquals(compared.inclusive().getMax(), (double) task.getInclusive().getExactSum());
        assertFalse(task.getChildren().isEmpty());
    }

    @Test
    void whatExecutorsHadIsTheSameInAll() throws Exception {
        Results executors = SparkProcess.results(folder.resolve("results"), "executors");
        String[] path = {"main", "retried", "job count *", "stage count *", "task", "fragile", "parse"};
        assertEquals(node(path).getInclusive().getExactSum(), Nodes.of(executors, "wall_clock", path).getInclusive().getExactSum());
        assertEquals(80, Nodes.laps(executors, path));
    }
}
