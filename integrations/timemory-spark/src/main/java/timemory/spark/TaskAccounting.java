package timemory.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Joins the executors' reports with what the driver knows about tasks, so that each lap counts once.
 *
 * <p>Reports and events arrive separately, in any order. A group of tasks is settled when the outcome of each is known. The driver's
 * outcome counts: a task that succeeded on its executor is wasted if a copy was faster. A task that started and is never reported is
 * counted as lost. Tasks that succeeded and are run again, because their output was lost with their executor, become wasted: so the
 * measurements of each executor in a stage are kept separate as long as that may happen, for the latest {@value #MAX_STAGES_WITH_TASKS}
 * stages.
 *
 * <p>Not thread-safe. Independent of Spark.
 */
final class TaskAccounting {
    /** The maximum number of completed stages to keep in case their tasks are run again. */
    static final int MAX_STAGES_WITH_TASKS = 64;

    private static final int MAX_PROBLEMS = 100;

    /** The state of a task that is not settled. */
    private static final class Open {
        private @Nullable TaskOutcome fate;
        private @Nullable Waiting group;
        private final StageRun run;
        private @Nullable String executor;

        Open(StageRun run) {
            this.run = run;
        }
    }

    /** A reported group with tasks that, according to the driver, may still be running. */
    private static final class Waiting {
        private final String executor;
        private final TaskGroup group;
        private int unknown;

        private Waiting(String executor, TaskGroup group) {
            this.executor = executor;
            this.group = group;
        }
    }

    private record Run(int stage, int attempt) {}

    private final int maxNodes;
    private final Map<Long, Open> open = new HashMap<>();
    private final Map<Run, StageRun> runs = new HashMap<>();

    /** For each stage, the task that last succeeded for each partition, over all attempts of the stage. */
    private final Map<Integer, Map<Integer, StageRun.Task>> successes = new LinkedHashMap<>();
    private final Deque<StageRun> completed = new ArrayDeque<>();
    private final Map<List<String>, StageTotals> totals = new LinkedHashMap<>();
    private final Map<String, DuplicateFilter> sequences = new HashMap<>();
    private final Map<String, byte[]> processes = new TreeMap<>();
    private final Map<String, String> hosts = new TreeMap<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> problems = new LinkedHashSet<>();

    /** @param maxNodes the maximum number of nodes of each component in a stage */
    TaskAccounting(int maxNodes) {
        this.maxNodes = maxNodes;
    }

    void problem(String sentence) {
        if (problems.size() < MAX_PROBLEMS) problems.add(sentence);
    }

    /** Called when an attempt of a stage starts; {@code path} is its call path, which ends with its own label. */
    void stageSubmitted(int stage, int attempt, List<String> path) {
        run(stage, attempt).path = path;
    }

    /** Called when a stage attempt has finished, after {@code nanoseconds}; some of its tasks may still be running. */
    void stageCompleted(int stage, int attempt, long nanoseconds) {
        StageRun run = run(stage, attempt);
        if (run.isCompleted) return;
        run.isCompleted = true;
        run.nanoseconds = nanoseconds;
        completed.add(run);
        closeOldest();
    }

    /** Closes the stages beyond the limit, oldest first. One with incomplete tasks stays open, without keeping others open. */
    private void closeOldest() {
        int tooMany = completed.size() - MAX_STAGES_WITH_TASKS;
        for (Iterator<StageRun> all = completed.iterator(); tooMany > 0 && all.hasNext(); tooMany--) {
            StageRun oldest = all.next();
            if (oldest.openTasks > 0) continue;
            all.remove();
            close(oldest);
        }
    }

    private StageRun run(int stage, int attempt) {
        return runs.computeIfAbsent(new Run(stage, attempt), key -> new StageRun(stage, attempt, maxNodes, this::problem));
    }

    /** Called when the driver has assigned a task to an executor. */
    void taskStarted(int stage, int attempt, long task, String executor) {
        openTask(task, run(stage, attempt)).executor = executor;
    }

    /** Called when the driver reports the outcome of a task. */
    void taskEnded(int stage, int attempt, long task, int partition, String executor, String host, TaskOutcome fate) {
        hosts.put(executor, host);
        StageRun run = run(stage, attempt);
        Open known = openTask(task, run);
        known.executor = executor;
        boolean isNew = known.fate == null;
        known.fate = fate;
        if (fate == TaskOutcome.USEFUL) {
            StageRun.Task before = successesOf(stage).put(partition, new StageRun.Task(run, executor, task));
            if (before != null && before.task() != task) before.run().revoke(before.executor(), before.task());
        }
        if (isNew && known.group != null && --known.group.unknown == 0) settle(known.group);
    }

    /** Called when a task that had succeeded is run again, because its output was lost. */
    void taskResubmitted(int stage, int attempt, long task, String executor) {
        Open known = open.get(task);
        if (known != null) known.fate = TaskOutcome.LOST;
        else run(stage, attempt).revoke(executor, task);
    }

    private Map<Integer, StageRun.Task> successesOf(int stage) {
        Map<Integer, StageRun.Task> known = successes.computeIfAbsent(stage, key -> new HashMap<>());
        if (successes.size() > MAX_STAGES_WITH_TASKS) {
            Integer oldest = successes.keySet().iterator().next();
            if (oldest != stage) successes.remove(oldest);
        }
        return known;
    }

    private Open openTask(long task, StageRun run) {
        Open known = open.get(task);
        if (known == null) {
            known = new Open(run);
            run.openTasks++;
            open.put(task, known);
        }
        return known;
    }

    /** Takes an executor's report, once. */
    void reported(Report report) {
        if (!sequences.computeIfAbsent(report.executor(), key -> new DuplicateFilter()).isNew(report.sequence())) return;
        if (report.process().length > 0) processes.put(report.executor(), report.process());
        report.lost().forEach(this::problem);
        for (TaskGroup group : report.groups()) {
            Waiting waiting = new Waiting(report.executor(), group);
            StageRun run = run(group.stage(), group.attempt());
            for (long task : group.tasks()) {
                Open known = openTask(task, run);
                known.group = waiting;
                if (known.fate == null) waiting.unknown++;
            }
            if (waiting.unknown == 0) settle(waiting);
        }
    }

    private void settle(Waiting waiting) {
        TaskGroup group = waiting.group;
        StageRun run = run(group.stage(), group.attempt());
        List<Long> useful = new ArrayList<>();
        for (long task : group.tasks()) {
            Open known = open.remove(task);
            run.openTasks--;
            if (known == null) throw new IllegalStateException("task " + task + " was reported twice");
            if (known.fate == TaskOutcome.USEFUL && group.succeeded()) useful.add(task);
        }
        run.add(waiting.executor, group, useful);
    }

    /** Called when an executor is gone: it will not report any more. */
    void executorRemoved(String executor) {
        gone.add(executor);
    }

    /** Returns the number of ended tasks that have not been reported by executors that still exist. */
    int awaited() {
        int count = 0;
        for (Open one : open.values()) {
            if (one.group == null && one.fate != null && !gone.contains(one.executor)) count++;
        }
        return count;
    }

    /** Called when nothing more will arrive: counts unsettled tasks as they are, and returns the totals. */
    Collection<StageTotals> finish() {
        int untold = 0;
        Set<Waiting> left = new LinkedHashSet<>();
        for (Open one : open.values()) {
            if (one.group != null) {
                left.add(one.group);
                if (one.fate == null) {
                    // A failed task is wasted whatever Spark reports: for copies that it kills at the end it often reports nothing.
                    boolean succeeded = one.group.group.succeeded();
                    if (succeeded) untold++;
                    one.fate = succeeded ? TaskOutcome.USEFUL : TaskOutcome.WASTED;
                }
            } else {
                // A failed task whose executor is alive was never measured: its code was missing, or it was killed at once.
                if (one.fate == TaskOutcome.WASTED && !gone.contains(one.executor)) one.run.wasteUnmeasured();
                else one.run.lose(one.executor);
                one.run.openTasks--;
            }
        }
        open.values().removeIf(one -> one.group == null);
        left.forEach(this::settle);
        sequences.forEach((executor, sequence) -> {
            if (sequence.missing() > 0) problem(sequence.missing() + " reports of executor " + executor + " are missing");
        });
        if (untold > 0) problem("Spark did not report how " + untold + " tasks ended: they count as their executors reported them");
        completed.forEach(this::close);
        completed.clear();
        for (StageRun run : List.copyOf(runs.values())) {
            close(run);
        }
        return totals.values();
    }

    private void close(StageRun run) {
        runs.remove(new Run(run.stage, run.attempt));
        run.close();
        run.addTo(totalsAt(totals, run.path));
    }

    private StageTotals totalsAt(Map<List<String>, StageTotals> all, List<String> path) {
        return all.computeIfAbsent(path, key -> new StageTotals(path, maxNodes, this::problem));
    }

    /** Returns the totals so far. */
    Collection<StageTotals> soFar() {
        Map<List<String>, StageTotals> copies = new LinkedHashMap<>();
        totals.forEach((path, one) -> copies.put(path, one.copy()));
        for (StageRun run : runs.values()) {
            run.addTo(totalsAt(copies, run.path));
        }
        return copies.values();
    }

    /** Returns the number of stages kept because their tasks may be run again. */
    int stagesApart() {
        return runs.size();
    }

    /** Returns the executors' own measurements, by executor ID, in the wire format. */
    Map<String, byte[]> processes() {
        return processes;
    }

    /** Returns the machines of all executors that ran tasks. */
    Map<String, String> hosts() {
        return hosts;
    }

    Set<String> problems() {
        return problems;
    }
}
