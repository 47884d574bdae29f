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
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.spark.programs.SqlProgram;

/** Queries are labelled by number and operators, streams by name. */
class SqlTest {
    @TempDir
    private static Path folder;

    private static String said;
    private static Results results;

    @BeforeAll
    static void run() throws Exception {
        Path output = folder.resolve("results");
        Path data = Files.createDirectory(folder.resolve("data"));
        said = new SparkProcess("4.2", folder, Map.of()).run(SqlProgram.class, List.of(), List.of(output.toString(), data.toString()));
        results = SparkProcess.results(output, "");
    }

    @Test
    void stagesOfAQueryAreCalledByTheirOperators() {
        List<CallGraphNode> queries = Nodes.all(results, "wall_clock", "main", "query", "query 0: collectAsList at SqlProgram.java:*");
        assertEquals(1, queries.size(), said);
        List<String> stages = queries.get(0).getChildren().stream().map(CallGraphNode::getLabel).toList();
        assertTrue(stages.stream().anyMatch(stage -> stage.contains("Exchange")), stages.toString());
        assertEquals(1_000, Nodes.laps(results, "main", "query", "query 0: *", "stage *", "task", "score"), stages.toString());
    }

    @Test
    void batchesOfAStreamAreLapsOfOneNode() {
        List<CallGraphNode> streams = Nodes.all(results, "wall_clock", "main", "streams", "stream *");
        assertEquals(List.of("stream words"), streams.stream().map(CallGraphNode::getLabel).toList(), said);
        assertEquals(3, streams.get(0).getInclusive().getLaps());
    }

    @Test
    void componentsOfTheJvmAreMeasuredInTasks() {
        CallGraphNode task = Nodes.all(results, "thread_allocated_bytes", "main", "query", "query 0: *", "stage *", "task").get(0);
        assertTrue(task.getInclusive().getExactSum() > 0, said);
    }

    @Test
    void anOptionThatIsNotKnownIsReported() {
        assertTrue(said.contains("spark.timemory.componentz is not an option of timemory; the nearest is spark.timemory.components"), said);
    }
}
