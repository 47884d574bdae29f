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
 * Joins what executors report with what the driver knows of its tasks, so that each lap counts once.
 *
 * <p>Reports and events come by different ways, in any order. A group of tasks is settled when the fate of each is known. What counts is
 * the fate that the driver tells: a task that succeeded on its executor is wasted where a copy was quicker. Of a task that began and
 * that nobody reports, what it measured is lost; it is counted. Tasks that had succeeded and are run again, since their output was lost
 * with their executor, are wasted in the end: so what each executor measured in a stage stays apart as long as that may happen, which it
 * does for the latest {@value #MAX_STAGES_WITH_TASKS} stages.
 *
 * <p>To be used by one thread at a time. It knows nothing of Spark.
 */
final class TaskAccounting {
    /** So many stages are kept whose tasks may be run again. */
    static final int MAX_STAGES_WITH_TASKS = 64;

    private static final int MAX_PROBLEMS = 100;

    /** What is known of a task that is not settled. */
    private static final class Open {
        private @Nullable TaskOutcome fate;
        private @Nullable Waiting group;
        private final StageRun run;
        private @Nullable String executor;

        Open(StageRun run) {
            this.run = run;
        }
    }

    /** A group that was reported, some of whose tasks may still go on, as far as the driver has told. */
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

    /** Of a stage the task that succeeded last for each partition, over all of the stage's attempts. */
    private final Map<Integer, Map<Integer, StageRun.Task>> successes = new LinkedHashMap<>();
    private final Deque<StageRun> completed = new ArrayDeque<>();
    private final Map<List<String>, StageTotals> totals = new LinkedHashMap<>();
    private final Map<String, DuplicateFilter> sequences = new HashMap<>();
    private final Map<String, byte[]> processes = new TreeMap<>();
    private final Map<String, String> hosts = new TreeMap<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> problems = new LinkedHashSet<>();

    /** @param maxNodes how many nodes each component may have in a stage */
    TaskAccounting(int maxNodes) {
        this.maxNodes = maxNodes;
    }

    void problem(String sentence) {
        if (problems.size() < MAX_PROBLEMS) problems.add(sentence);
    }

    /** An attempt of a stage begins; {@code path} is where it hangs, its own label at the end. */
    void stageSubmitted(int stage, int attempt, List<String> path) {
        run(stage, attempt).path = path;
    }

    /** An attempt of a stage is over, after {@code nanoseconds}; some of its tasks may go on nevertheless. */
    void stageCompleted(int stage, int attempt, long nanoseconds) {
        StageRun run = run(stage, attempt);
        if (run.isCompleted) return;
        run.isCompleted = true;
        run.nanoseconds = nanoseconds;
        completed.add(run);
        closeOldest();
    }

    /** One of whose tasks something is not known yet, or never will be, keeps none but itself. */
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

    /** The driver has given a task to an executor. */
    void taskStarted(int stage, int attempt, long task, String executor) {
        openTask(task, run(stage, attempt)).executor = executor;
    }

    /** The driver tells what became of a task. */
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

    /** A task that had succeeded is run again, since its output was lost. */
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

    /** Takes what an executor reports, once. */
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

    /** An executor is no more: it reports nothing from now on. */
    void executorRemoved(String executor) {
        gone.add(executor);
    }

    /** How many tasks have ended of which no executor that is still there has reported what they measured. */
    int awaited() {
        int count = 0;
        for (Open one : open.values()) {
            if (one.group == null && one.fate != null && !gone.contains(one.executor)) count++;
        }
        return count;
    }

    /** Nothing more will come: what is not settled is counted as it is, and all is added up. */
    Collection<StageTotals> finish() {
        int untold = 0;
        Set<Waiting> left = new LinkedHashSet<>();
        for (Open one : open.values()) {
            if (one.group != null) {
                left.add(one.group);
                if (one.fate == null) {
                    // One that failed is wasted whatever Spark says: of copies that it kills in the end it often says nothing.
                    boolean succeeded = one.group.group.succeeded();
                    if (succeeded) untold++;
                    one.fate = succeeded ? TaskOutcome.USEFUL : TaskOutcome.WASTED;
                }
            } else {
                // One that failed where the executor lives on had not begun to be measured: its code was not there, or it was killed at once.
                if (one.fate == TaskOutcome.WASTED && !gone.contains(one.executor)) one.run.wasteUnmeasured();
                else one.run.lose(one.executor);
                one.run.openTasks--;
            }
        }
        open.values().removeIf(one -> one.group == null);
        left.forEach(this::settle);
        sequences.forEach((executor, sequence) -> {
            if (sequence.missing() > 0) problem("of executor " + executor + " " + sequence.missing() + " reports are missing");
        });
        if (untold > 0) problem("of " + untold + " tasks Spark did not tell how they ended: they count as their executors saw them");
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

    /** What is settled so far. */
    Collection<StageTotals> soFar() {
        Map<List<String>, StageTotals> copies = new LinkedHashMap<>();
        totals.forEach((path, one) -> copies.put(path, one.copy()));
        for (StageRun run : runs.values()) {
            run.addTo(totalsAt(copies, run.path));
        }
        return copies.values();
    }

    /** How many stages are kept as their tasks may be run again. */
    int stagesApart() {
        return runs.size();
    }

    /** What executors measured themselves, by their numbers, in the wire form. */
    Map<String, byte[]> processes() {
        return processes;
    }

    /** The machines of all executors that ran tasks. */
    Map<String, String> hosts() {
        return hosts;
    }

    Set<String> problems() {
        return problems;
    }
}
