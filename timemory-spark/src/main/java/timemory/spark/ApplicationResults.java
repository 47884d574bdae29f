package timemory.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import kotlin.Unit;
import org.apache.spark.SparkContext;
import timemory.Binding;
import timemory.Quantity;
import timemory.Timemory;
import timemory.WallClock;
import timemory.export.data.ResultsBuilder;
import timemory.export.data.UnreadableResultsException;
import timemory.export.tasks.JointTasks;
import timemory.export.tasks.TaskResults;
import timemory.internal.problems.ProblemsKt;
import timemory.results.Metric;
import timemory.results.Results;

/**
 * The results of an application: of its driver, of its executors and of all tasks, in one call graph, written three times. Once with all
 * tasks together; as {@code executors}, where each executor is compared with the others; and as {@code slowest}, with the slowest task of
 * each stage alone.
 */
final class ApplicationResults {
    private static final String WASTED = "(wasted)";
    private static final String EXECUTORS = "(executors)";
    private static final int MOST_NODES_FACTOR = 100;

    private final SparkContext spark;
    private final Options options;
    private final Ledger ledger;
    private final Jobs jobs;
    private final Collection<StageTotals> stages;
    private final Metric wallClock = Metric.of(WallClock.Companion);
    private final Metric useful = tasks("spark_tasks", "Tasks of Spark that succeeded: what they measured counts");
    private final Metric wasted = tasks("spark_tasks_wasted",
            "Tasks of Spark that failed, were killed, or ran once more: what they measured is apart");
    private final Metric lost = tasks("spark_tasks_lost", "Tasks of Spark of which it is not known what they measured");

    ApplicationResults(SparkContext spark, Options options, Ledger ledger, Jobs jobs) {
        this.spark = spark;
        this.options = options;
        this.ledger = ledger;
        this.jobs = jobs;
        stages = ledger.finish();
    }

    private static Metric tasks(String id, String description) {
        return new Metric(id, id, description, Binding.PROCESS, List.of(new Metric.Number("", Quantity.COUNT, "", true)));
    }

    /** Writes all, and says where. */
    void write() throws IOException {
        Results driver = Timemory.results();
        OutputFolder folder = OutputFolder.of(options.output(), spark);
        write(together(driver == null ? new ResultsBuilder().build() : driver), folder.of(""));
        write(byExecutor(), folder.of("executors"));
        write(slowest(), folder.of("slowest"));
        folder.publish();
        System.out.println("timemory: wrote the results of " + spark.applicationId() + " to '" + folder.name() + "'");
    }

    private void write(Results results, String folder) {
        if (results.getGraphs().isEmpty()) return;
        JointTasks.write(results, folder, options.formats(), problem -> {
            ProblemsKt.activeProblems().report(problem, problem);
            return Unit.INSTANCE;
        });
    }

    private Results together(Results driver) {
        JointTasks joint = joint(driver);
        jobs.laps().forEach((path, laps) -> joint.note(path, wallClock, laps));
        for (StageTotals stage : stages) {
            joint.note(stage.path(), wallClock, stage.laps());
            count(joint, stage, useful, stage.usefulTasks());
            count(joint, stage, wasted, stage.wastedTasks());
            count(joint, stage, lost, stage.lostTasks());
            add(joint, stage.path(), stage.useful());
            add(joint, below(stage.path(), WASTED), stage.wasted());
        }
        addProcesses(joint);
        joint.setProcessCount(1 + ledger.processes().size());
        ledger.problems().forEach(joint::problem);
        return joint.build();
    }

    private static void count(JointTasks joint, StageTotals stage, Metric metric, int tasks) {
        if (tasks > 0) joint.note(stage.path(), metric, new long[] {tasks});
    }

    private JointTasks joint(Results driver) {
        JointTasks joint = new JointTasks(driver, MOST_NODES_FACTOR * options.maxNodes());
        joint.fact("SPARK_APPLICATION", spark.applicationId());
        joint.fact("SPARK_VERSION", spark.version());
        return joint;
    }

    private static List<String> below(List<String> path, String label) {
        List<String> longer = new ArrayList<>(path);
        longer.add(label);
        return longer;
    }

    private void add(JointTasks joint, List<String> path, TaskTree tree) {
        if (tree.isEmpty()) return;
        try {
            joint.add(path, tree.bytes());
        } catch (UnreadableResultsException wrong) {
            joint.problem("what tasks of " + path + " measured is lost: " + wrong.getMessage());
        }
    }

    /** What executors measured themselves, as they reported it last. */
    private void addProcesses(JointTasks joint) {
        List<byte[]> parts = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        ledger.processes().forEach((executor, bytes) -> {
            parts.add(bytes);
            numbers.add(numberOf(executor, numbers.size()));
        });
        if (parts.isEmpty()) return;
        try {
            joint.add(List.of(EXECUTORS), TaskResults.merge(parts, toArray(numbers), options.maxNodes()), false);
        } catch (UnreadableResultsException wrong) {
            joint.problem("what executors measured themselves is lost: " + wrong.getMessage());
        }
    }

    private Results byExecutor() {
        JointTasks joint = joint(new ResultsBuilder().build());
        for (StageTotals stage : stages) {
            List<byte[]> parts = new ArrayList<>();
            List<Integer> numbers = new ArrayList<>();
            stage.byExecutor().forEach((executor, tree) -> {
                if (tree.isEmpty()) return;
                parts.add(tree.bytes());
                numbers.add(numberOf(executor, numbers.size()));
            });
            if (parts.isEmpty()) continue;
            try {
                joint.add(stage.path(), TaskResults.mergeExecutors(parts, toArray(numbers), options.maxNodes()), false);
            } catch (UnreadableResultsException wrong) {
                joint.problem("what tasks of " + stage.path() + " measured is lost: " + wrong.getMessage());
            }
        }
        ledger.hosts().forEach((executor, host) -> joint.fact("SPARK_EXECUTOR_" + executor, host));
        joint.setProcessCount(Math.max(1, ledger.hosts().size()));
        return joint.build();
    }

    private Results slowest() {
        JointTasks joint = joint(new ResultsBuilder().build());
        for (StageTotals stage : stages) {
            SlowTask slowest = stage.slowest();
            if (slowest == null) continue;
            String label = "slowest: partition " + slowest.tree().partition() + " of executor " + stage.slowestExecutor();
            add(joint, below(stage.path(), label), slowest.tree());
        }
        return joint.build();
    }

    /** Executors are numbered, most often: that of local mode is not. */
    private static int numberOf(String executor, int otherwise) {
        try {
            int number = Integer.parseInt(executor);
            return number >= 0 && number < 1_000_000_000 ? number : otherwise;
        } catch (NumberFormatException named) {
            return otherwise;
        }
    }

    private static int[] toArray(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
