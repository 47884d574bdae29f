package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.spark.programs.LocalProgram;

/** The same artifact works with other Spark versions than that of {@link LocalTest}. */
@Tag("java17")
class VersionsTest {
    private static final String VERSION = Runtime.version().feature() < 25 ? "3.5" : "4.1";

    @TempDir
    private Path folder;

    @Test
    void tasksAreMeasuredThereToo() throws Exception {
        Path output = folder.resolve("results");
        String said =
                new SparkProcess(VERSION, folder, Map.of()).run(LocalProgram.class, List.of(), List.of("local[2,3]", output.toString()));
        Results results = SparkProcess.results(output, "");
        // On Java 25 Hadoop's file systems do not work before Spark 4.2, and the results stay on the driver's machine.
        assertTrue(results.getProblems().stream().allMatch(problem -> problem.startsWith("Hadoop cannot use ")), said);
        String[] stage = {"main", "retried", "job count *", "stage count *"};
        assertEquals(8, Nodes.tasks(results, "spark_tasks", stage));
        assertEquals(1, Nodes.tasks(results, "spark_tasks_wasted", stage));
        assertEquals(80, Nodes.laps(results, "main", "retried", "job count *", "stage count *", "task", "fragile", "parse"));
        assertEquals(80, Nodes.laps(results, "main", "shuffled", "job count *", "stage mapToPair *", "task", "parse"));
    }
}
