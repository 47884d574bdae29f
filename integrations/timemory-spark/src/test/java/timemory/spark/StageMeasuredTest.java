package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.WallClock;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.export.tasks.JointTasks;
import timemory.export.tasks.TaskResults;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.statistics.ReadNumber;

/** Stage events in Spark's log stay small, without changing any sum. */
@Tag("java17")
class StageMeasuredTest {
    private static final int MAX_CHARACTERS = 100_000;
    private static final int MAX_NODES = 100_000;
    private static final int VALUE = 1_000;

    /** Returns a task with {@code regions} regions, up to three deep, whose labels have nothing in common. */
    private static TaskTree tree(int regions, int length) {
        Random random = new Random(regions);
        ResultsBuilder builder = new ResultsBuilder();
        GraphBuilder graph = builder.graph(Metric.of(WallClock.TYPE));
        CallGraphNode task = graph.node(null, RunningTask.LABEL);
        record(graph, task, (long) regions * VALUE);
        CallGraphNode above = task;
        for (int i = 0; i < regions; i++) {
            StringBuilder label = new StringBuilder();
            for (int at = 0; at < length; at++) {
                label.append((char) (random.nextInt(100) == 0 ? '"' : ' ' + random.nextInt(2_000)));
            }
            CallGraphNode node = graph.node(i % 3 == 0 ? task : above, label + " " + i);
            record(graph, node, VALUE);
            above = node;
        }
        return new TaskTree(3, TaskResults.encode(builder.build()));
    }

    private static void record(GraphBuilder graph, CallGraphNode node, long value) {
        graph.record(node, 1, 0, value, List.of(new ReadNumber(1, value, value, value, value, 0)));
    }

    private static StageTotals stage(TaskTree useful, TaskTree wasted) {
        StageTotals stage = new StageTotals(List.of("etl", "stage \"join\""), MAX_NODES, problem -> {
            throw new AssertionError(problem);
        });
        stage.use("1", trees(useful), 1, null);
        stage.waste(trees(wasted), 1);
        stage.lap(5);
        return stage;
    }

    private static ResultMerger trees(TaskTree tree) {
        ResultMerger trees = new ResultMerger(MAX_NODES, problem -> {
            throw new AssertionError(problem);
        });
        trees.add(tree);
        return trees;
    }

    private static CallGraphNode task(TaskTree tree) throws Exception {
        JointTasks joint = new JointTasks(new ResultsBuilder().build(), MAX_NODES);
        joint.add(List.of(), tree.bytes());
        Results results = joint.build();
        return results.get("wall_clock").find(RunningTask.LABEL);
    }

    @Test
    void aLargeStageIsJoinedUntilItsEventIsSmall() throws Exception {
        for (int regions : new int[] {10, 1_000, 6_000}) {
            StageMeasured event = StageMeasured.of(0, stage(tree(regions, 120), tree(regions / 2, 200)));
            String text = new ObjectMapper().writeValueAsString(event);
            assertTrue(text.length() <= MAX_CHARACTERS, regions + " regions: " + text.length() + " characters");
            StageMeasured read = new ObjectMapper().readValue(text, StageMeasured.class);
            StageTotals totals = read.totals(MAX_NODES);
            assertEquals(List.of("etl", "stage \"join\""), totals.path());
            assertEquals((long) regions * VALUE, task(totals.useful()).getInclusive().getExactSum());
            assertEquals((long) (regions / 2) * VALUE, task(totals.wasted()).getInclusive().getExactSum());
            assertEquals(regions == 10, task(totals.useful()).getChildren().stream().noneMatch(node -> node.getLabel().equals("(others)")));
        }
    }
}
