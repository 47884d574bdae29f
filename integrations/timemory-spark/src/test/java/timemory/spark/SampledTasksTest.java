package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.spark.programs.ClusterProgram;

/** Samples of tasks are below their regions, although they arrive seconds after a task has ended. */
@Tag("thorough") // three processes that compute for half a minute
class SampledTasksTest {
    @TempDir
    private Path folder;

    @Test
    void samplesHangBelowTheRegionsOfTasksAndNothingIsLostForThem() throws Exception {
        Path output = folder.resolve("results");
        Path marks = Files.createDirectory(folder.resolve("marks"));
        String said = new SparkProcess("4.2", folder, Map.of()).run(ClusterProgram.class, List.of(),
                List.of("local-cluster[2,1,1024]", output.toString(), marks.toString(), "busy",
                        "spark.timemory.components=wall_clock,thread_cpu_clock", "spark.executorEnv.TIMEMORY_SAMPLING=cpu"));
        Results results = SparkProcess.results(output, "");
        String[] stage = {"main", "busy", "job *", "stage *"};
        assertEquals(20, Nodes.tasks(results, "spark_tasks", stage), said + results.getProblems());
        assertEquals(List.of(), results.getProblems());
        String[] compute = {"main", "busy", "job *", "stage *", "task", "compute"};
        assertEquals(20, Nodes.laps(results, compute));
        CallGraphNode sampled = Nodes.of(results, "cpu_samples", compute);
        assertTrue(sampled != null && sampled.getInclusive().getLaps() > 0, said);
        // The work of tasks is only in their own samples.
        assertEquals(List.of(), Nodes.all(results, "cpu_samples", "compute"));
        assertEquals(List.of(), Nodes.all(results, "cpu_samples", "(executors)", "compute"));
        // A sample stands for ten milliseconds, so samples cannot exceed the CPU time by much more than that.
        double seconds = Nodes.of(results, "thread_cpu_clock", "main", "busy", "job *", "stage *", "task").getInclusive().getSum();
        double samples = Nodes.of(results, "cpu_samples", "main", "busy", "job *", "stage *", "task").getInclusive().getSum();
        assertTrue(samples <= 1.3 * seconds + 0.2, samples + " of " + seconds);
    }
}
