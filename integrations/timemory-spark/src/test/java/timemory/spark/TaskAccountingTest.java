package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.WallClock;
import timemory.export.data.ResultsBuilder;
import timemory.export.tasks.JointTasks;
import timemory.export.tasks.TaskResults;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.statistics.ReadNumber;

/** Reports and events in any order give the result of a simple model of the cluster. */
@Tag("java17")
class TaskAccountingTest {
    private static final int MAX_NODES = 100;
    private static final List<String> PATH = List.of("job", "stage");

    private static TaskTree tree(int partition, long value) {
        ResultsBuilder builder = new ResultsBuilder();
        var graph = builder.graph(Metric.of(WallClock.TYPE));
        graph.record(graph.node(null, "task"), 1, 0, value, List.of(new ReadNumber(1, value, value, value, value, 0)));
        return new TaskTree(partition, TaskResults.encode(builder.build()));
    }

    private static long sum(TaskTree tree) {
        if (tree.isEmpty()) return 0;
        try {
            JointTasks joint = new JointTasks(new ResultsBuilder().build(), MAX_NODES);
            joint.add(List.of(), tree.bytes());
            Results results = joint.build();
            return results.get("wall_clock").find("task").getInclusive().getExactSum();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    /** The expected result for one kind. */
    private static final class Expected {
        private int tasks;
        private long sum;

        private void add(long value) {
            tasks++;
            sum += value;
        }
    }

    /** A cluster about which everything is known. */
    private static final class Cluster {
        private final Random random;
        private final boolean keepsApart;
        private final TaskAccounting ledger = new TaskAccounting(MAX_NODES);
        private final Expected useful = new Expected();
        private final Expected wasted = new Expected();
        private int lost;

        /** Sequences of events; the sequences are interleaved at random. */
        private final List<List<Runnable>> sequences = new ArrayList<>();
        private final Map<String, List<TaskGroup>> groups = new HashMap<>();
        private long next;

        private Cluster(Random random, boolean keepsApart) {
            this.random = random;
            this.keepsApart = keepsApart;
        }

        private long value() {
            return 1 + random.nextInt(1_000_000);
        }

        private Runnable starts(long task, String executor) {
            return () -> ledger.taskStarted(7, 0, task, executor);
        }

        private Runnable ends(long task, int partition, String executor, TaskOutcome fate) {
            return () -> ledger.taskEnded(7, 0, task, partition, executor, "host", fate);
        }

        private void reports(String executor, long task, int partition, long value, boolean succeeded) {
            TaskTree tree = tree(partition, value);
            groups.computeIfAbsent(executor, key -> new ArrayList<>())
                    .add(new TaskGroup(7, 0, succeeded, List.of(task), tree, new SlowTask(task, value, tree)));
        }

        private String executor() {
            return Integer.toString(random.nextInt(3));
        }

        /** Adds a partition that succeeds in the end, whatever happens before. */
        private void partition(int partition) {
            List<Runnable> sequence = new ArrayList<>();
            while (random.nextInt(4) == 0) {
                long task = next++;
                String executor = executor();
                sequence.add(starts(task, executor));
                sequence.add(ends(task, partition, executor, TaskOutcome.WASTED));
                long value = value();
                reports(executor, task, partition, value, false);
                wasted.add(value);
            }
            String executor = executor();
            long task = next++;
            long value = value();
            if (keepsApart && random.nextInt(3) == 0) {
                // A losing copy: killed, or too late.
                long copy = next++;
                long taken = value();
                String other = executor();
                boolean wasKilled = random.nextBoolean();
                if (wasKilled && random.nextBoolean()) {
                    // At the end of the application: Spark does not report its end, and it may be too late to report itself.
                    sequences.add(List.of(starts(copy, other)));
                    if (random.nextBoolean()) {
                        lost++;
                    } else {
                        reports(other, copy, partition, taken, false);
                        wasted.add(taken);
                    }
                } else {
                    sequences.add(List.of(starts(copy, other), ends(copy, partition, other, TaskOutcome.WASTED)));
                    reports(other, copy, partition, taken, !wasKilled);
                    wasted.add(taken);
                }
            }
            sequence.add(starts(task, executor));
            sequence.add(ends(task, partition, executor, TaskOutcome.USEFUL));
            boolean isGone = executor.equals("2");
            if (isGone && random.nextBoolean()) {
                lost++;
            } else {
                reports(executor, task, partition, value, true);
                (isGone ? wasted : useful).add(value);
            }
            if (isGone) {
                sequence.add(() -> ledger.taskResubmitted(7, 0, task, executor));
                long again = next++;
                long taken = value();
                sequence.add(starts(again, "1"));
                sequence.add(ends(again, partition, "1", TaskOutcome.USEFUL));
                reports("1", again, partition, taken, true);
                useful.add(taken);
            }
            sequences.add(sequence);
        }

        private void reportAll() {
            groups.forEach((executor, all) -> {
                List<Runnable> sequence = new ArrayList<>();
                // Tasks that report themselves do so concurrently.
                boolean isOrdered = random.nextBoolean();
                long number = 0;
                while (!all.isEmpty()) {
                    List<TaskGroup> some = new ArrayList<>(all.subList(0, Math.min(all.size(), 1 + random.nextInt(5))));
                    all.subList(0, some.size()).clear();
                    Report report = new Report(executor, number++, keepsApart ? some : merged(some), new byte[0], List.of());
                    sequence.add(() -> ledger.reported(report));
                    if (random.nextInt(3) == 0) sequence.add(() -> ledger.reported(report)); // it was sent again
                    if (isOrdered) continue;
                    sequences.add(sequence);
                    sequence = new ArrayList<>();
                }
                sequences.add(sequence);
            });
        }

        private static List<TaskGroup> merged(List<TaskGroup> groups) {
            List<TaskGroup> all = new ArrayList<>();
            for (boolean succeeded : new boolean[] {true, false}) {
                List<TaskGroup> alike = groups.stream().filter(group -> group.succeeded() == succeeded).toList();
                if (alike.isEmpty()) continue;
                try {
                    TaskTree tree = TaskTree.merged(alike.stream().map(TaskGroup::tree).toList(), MAX_NODES);
                    SlowTask slowest = alike.stream().map(TaskGroup::slowest).reduce(null, SlowTask::slower);
                    all.add(new TaskGroup(7, 0, succeeded, alike.stream().map(group -> group.tasks().get(0)).toList(), tree, slowest));
                } catch (Exception failure) {
                    throw new AssertionError(failure);
                }
            }
            return all;
        }

        private void happen() {
            List<List<Runnable>> left = new ArrayList<>();
            sequences.forEach(sequence -> left.add(new ArrayList<>(sequence)));
            left.removeIf(List::isEmpty);
            while (!left.isEmpty()) {
                List<Runnable> sequence = left.get(random.nextInt(left.size()));
                sequence.remove(0).run();
                if (sequence.isEmpty()) left.remove(sequence);
                if (random.nextInt(20) == 0) ledger.stageCompleted(7, 0, 5);
            }
        }
    }

    @Test
    void everyTaskCountsWhereTheModelHasIt() {
        for (int seed = 0; seed < 300; seed++) {
            Cluster cluster = new Cluster(new Random(seed), seed % 2 == 0);
            cluster.sequences.add(List.of(() -> cluster.ledger.stageSubmitted(7, 0, PATH)));
            int partitions = 1 + new Random(seed).nextInt(40);
            for (int partition = 0; partition < partitions; partition++) {
                cluster.partition(partition);
            }
            cluster.reportAll();
            cluster.happen();
            Collection<StageTotals> all = cluster.ledger.finish();
            StageTotals totals = all.iterator().next();
            String what = "seed " + seed + ": " + cluster.ledger.problems();
            assertEquals(1, all.size(), what);
            assertEquals(PATH, totals.path(), what);
            assertEquals(cluster.useful.tasks, totals.usefulTasks(), what);
            assertEquals(cluster.wasted.tasks, totals.wastedTasks(), what);
            assertEquals(cluster.lost, totals.lostTasks(), what);
            assertEquals(cluster.useful.sum, sum(totals.useful()), what);
            assertEquals(cluster.wasted.sum, sum(totals.wasted()), what);
            assertEquals(cluster.useful.sum, totals.byExecutor().values().stream().mapToLong(TaskAccountingTest::sum).sum(), what);
            assertEquals(cluster.lost > 0, cluster.ledger.problems().stream().anyMatch(problem -> problem.contains("lost")), what);
        }
    }

    @Test
    void stagesOfOneNameAtOnePlaceAreOneNode() {
        TaskAccounting ledger = new TaskAccounting(MAX_NODES);
        long task = 0;
        for (int stage = 0; stage < 200; stage++) {
            ledger.stageSubmitted(stage, 0, PATH);
            for (int partition = 0; partition < 3; partition++) {
                ledger.taskEnded(stage, 0, task, partition, "0", "host", TaskOutcome.USEFUL);
                ledger.reported(new Report("0", task, List.of(
                        new TaskGroup(stage, 0, true, List.of(task), tree(partition, 10), new SlowTask(task, 10, tree(partition, 10)))),
                        new byte[0], List.of()));
                task++;
            }
            ledger.stageCompleted(stage, 0, 100);
        }
        StageTotals totals = ledger.finish().iterator().next();
        assertEquals(600, totals.usefulTasks());
        assertEquals(200, totals.laps().length);
        assertEquals(6_000, sum(totals.useful()));
        assertEquals(List.of(), List.copyOf(ledger.problems()));
    }

    @Test
    void ofATaskWhoseEndSparkDidNotTellTheExecutorIsBelieved() {
        TaskAccounting ledger = new TaskAccounting(MAX_NODES);
        ledger.reported(new Report("0", 0, List.of(
                new TaskGroup(1, 0, false, List.of(1L), tree(0, 5), null), new TaskGroup(1, 0, true, List.of(2L), tree(1, 7), null)),
                new byte[0], List.of()));
        StageTotals totals = ledger.finish().iterator().next();
        assertEquals(1, totals.usefulTasks());
        assertEquals(1, totals.wastedTasks());
        assertEquals(List.of("Spark did not report how 1 tasks ended: they count as their executors reported them"),
                List.copyOf(ledger.problems()));
    }

    @Test
    void aTaskThatBeganAndOfWhichNothingWasHeardIsLostAndNotWaitedFor() {
        TaskAccounting ledger = new TaskAccounting(MAX_NODES);
        ledger.taskStarted(4, 0, 1, "0");
        assertEquals(0, ledger.awaited());
        StageTotals totals = ledger.finish().iterator().next();
        assertEquals(1, totals.lostTasks());
        assertEquals(List.of("stage 4: results of 1 task of executor 0 are lost: it ended before it could report"),
                List.copyOf(ledger.problems()));
    }

    @Test
    void aStageOneOfWhoseTasksNeverEndsKeepsNoOthers() {
        TaskAccounting ledger = new TaskAccounting(MAX_NODES);
        for (int stage = 0; stage < 3 * TaskAccounting.MAX_STAGES_WITH_TASKS; stage++) {
            ledger.stageSubmitted(stage, 0, List.of("stage " + stage));
            if (stage == 0) ledger.taskStarted(stage, 0, stage, "0");
            ledger.stageCompleted(stage, 0, 100);
        }
        assertEquals(TaskAccounting.MAX_STAGES_WITH_TASKS + 1, ledger.stagesApart());
    }

    @Test
    void reportsThatAreMissingAreSaid() {
        TaskAccounting ledger = new TaskAccounting(MAX_NODES);
        for (long number : new long[] {3, 1, 3, 5}) {
            ledger.reported(new Report("3", number, List.of(), new byte[0], List.of()));
        }
        ledger.reported(new Report("4", Long.MAX_VALUE - 1, List.of(), new byte[0], List.of()));
        assertEquals(List.of(), List.copyOf(ledger.problems()));
        ledger.finish();
        assertEquals(List.of("3 reports of executor 3 are missing", (Long.MAX_VALUE - 1) + " reports of executor 4 are missing"),
                List.copyOf(ledger.problems()));
    }

    @Test
    void aTaskThatFailedBeforeItBeganIsWastedAndThatOfALostExecutorLost() {
        TaskAccounting ledger = new TaskAccounting(MAX_NODES);
        ledger.taskEnded(1, 0, 1, 0, "0", "host", TaskOutcome.WASTED);
        ledger.taskEnded(1, 0, 2, 1, "1", "host", TaskOutcome.WASTED);
        ledger.taskEnded(1, 0, 3, 2, "1", "host", TaskOutcome.LOST);
        ledger.executorRemoved("1");
        assertEquals(1, ledger.awaited());
        StageTotals totals = ledger.finish().iterator().next();
        assertEquals(1, totals.wastedTasks());
        assertEquals(2, totals.lostTasks());
    }
}
