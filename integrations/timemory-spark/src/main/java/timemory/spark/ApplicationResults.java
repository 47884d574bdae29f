package timemory.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.Quantity;
import timemory.WallClock;
import timemory.export.data.ResultsBuilder;
import timemory.export.data.UnreadableResultsException;
import timemory.export.tasks.JointTasks;
import timemory.export.tasks.TaskResults;
import timemory.results.Metric;
import timemory.results.Results;

/**
 * The results of an application: the driver, executors and all tasks in one call graph; executors compared with each other; and the slowest
 * task of each stage.
 */
final class ApplicationResults {
    private static final String WASTED = "(wasted)";
    private static final String EXECUTORS = "(executors)";
    private static final int MAX_FULL_STAGES = 100;

    private final Application application;
    private final int maxNodes;
    private final Metric wallClock = Metric.of(WallClock.TYPE);
    private final Metric useful = tasks("spark_tasks", "Spark tasks that succeeded; their results are included");
    private final Metric wasted = tasks("spark_tasks_wasted",
            "Spark tasks that failed, were killed or were duplicates; their results are kept separate");
    private final Metric lost = tasks("spark_tasks_lost", "Spark tasks whose results are missing");

    /** @param maxNodes the maximum number of nodes of each component in a stage */
    ApplicationResults(Application application, int maxNodes) {
        this.application = application;
        this.maxNodes = maxNodes;
    }

    private static Metric tasks(String id, String description) {
        return new Metric(id, id, description, Binding.PROCESS, List.of(new Metric.Number("", Quantity.COUNT, "", true)));
    }

    /** Returns the joined results, including the driver's own ({@code null} for none). */
    Results together(@Nullable Results driver) {
        JointTasks joint = joint(driver == null ? new ResultsBuilder().build() : driver);
        application.regions().forEach((path, laps) -> joint.note(path, wallClock, laps));
        application.jobs().forEach((path, laps) -> joint.note(path, wallClock, laps));
        for (StageTotals stage : application.stages()) {
            joint.note(stage.path(), wallClock, stage.laps());
            count(joint, stage, useful, stage.usefulTasks());
            count(joint, stage, wasted, stage.wastedTasks());
            count(joint, stage, lost, stage.lostTasks());
            add(joint, stage.path(), stage.useful());
            add(joint, below(stage.path(), WASTED), stage.wasted());
        }
        // A driver waits for its jobs, a job for its stages, and a stage for its tasks: that is not their exclusive time.
        for (StageTotals stage : application.stages()) {
            joint.putInside(below(stage.path(), RunningTask.LABEL), wallClock);
            joint.putInside(stage.path(), wallClock);
        }
        application.jobs().keySet().forEach(path -> joint.putInside(path, wallClock));
        application.regions().keySet().stream().filter(path -> path.size() > 1).sorted(Comparator.comparing(path -> -path.size()))
                .forEach(path -> joint.putInside(path, wallClock));
        addProcesses(joint);
        joint.setProcessCount(1 + application.processes().size());
        application.problems().forEach(joint::problem);
        return joint.build();
    }

    private static void count(JointTasks joint, StageTotals stage, Metric metric, int tasks) {
        if (tasks > 0) joint.note(stage.path(), metric, new long[] {tasks});
    }

    private JointTasks joint(Results driver) {
        JointTasks joint = new JointTasks(driver, (int) Math.min(Integer.MAX_VALUE, (long) MAX_FULL_STAGES * maxNodes));
        joint.fact("SPARK_APPLICATION", application.id());
        joint.fact("SPARK_VERSION", application.version());
        application.facts().forEach(joint::fact);
        return joint;
    }

    private static List<String> below(List<String> path, String label) {
        List<String> longer = new ArrayList<>(path);
        longer.add(label);
        return longer;
    }

    private static void add(JointTasks joint, List<String> path, TaskTree tree) {
        if (tree.isEmpty()) return;
        try {
            joint.add(path, tree.bytes());
        } catch (UnreadableResultsException failure) {
            joint.problem("results of tasks of " + path + " are lost: " + failure.getMessage());
        }
    }

    /** Adds the executors' own measurements, from their latest reports. */
    private void addProcesses(JointTasks joint) {
        List<byte[]> parts = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        application.processes().forEach((executor, bytes) -> {
            parts.add(bytes);
            numbers.add(numberOf(executor, numbers.size()));
        });
        if (parts.isEmpty()) return;
        try {
            joint.add(List.of(EXECUTORS), TaskResults.merge(parts, toArray(numbers), maxNodes), false);
        } catch (UnreadableResultsException exception) {
            joint.problem("results that executors measured themselves are lost: " + exception.getMessage());
        }
    }

    /** Returns the results of successful tasks, by executor. */
    Results byExecutor() {
        JointTasks joint = joint(new ResultsBuilder().build());
        for (StageTotals stage : application.stages()) {
            List<byte[]> parts = new ArrayList<>();
            List<Integer> numbers = new ArrayList<>();
            stage.byExecutor().forEach((executor, tree) -> {
                if (tree.isEmpty()) return;
                parts.add(tree.bytes());
                numbers.add(numberOf(executor, numbers.size()));
            });
            if (parts.isEmpty()) continue;
            try {
                joint.add(stage.path(), TaskResults.mergeExecutors(parts, toArray(numbers), maxNodes), false);
            } catch (UnreadableResultsException failure) {
                joint.problem("results of tasks of " + stage.path() + " are lost: " + failure.getMessage());
            }
        }
        application.hosts().forEach((executor, host) -> joint.fact("SPARK_EXECUTOR_" + executor, host));
        joint.setProcessCount(Math.max(1, application.hosts().size()));
        return joint.build();
    }

    /** Returns the slowest useful task of each stage. */
    Results slowest() {
        JointTasks joint = joint(new ResultsBuilder().build());
        for (StageTotals stage : application.stages()) {
            SlowTask slowest = stage.slowest();
            if (slowest == null) continue;
            String label = "slowest: partition " + slowest.tree().partition() + " of executor " + stage.slowestExecutor();
            add(joint, below(stage.path(), label), slowest.tree());
        }
        return joint.build();
    }

    /** Returns the number of an executor, or {@code otherwise}: the executor of local mode has none. */
    private static int numberOf(String executor, int otherwise) {
        try {
            int number = Integer.parseInt(executor);
            return number >= 0 && number < 1_000_000_000 ? number : otherwise;
        } catch (NumberFormatException ignored) {
            return otherwise;
        }
    }

    private static int[] toArray(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
