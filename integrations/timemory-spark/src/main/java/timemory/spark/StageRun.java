package timemory.spark;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One attempt of a stage: each executor's measurements that count so far, and the rest. Not thread-safe. */
final class StageRun {
    /** A task of a stage, with its executor. */
    record Task(StageRun run, String executor, long task) {}

    /** The measurements of one executor that count so far. */
    private static final class Share {
        private final ResultMerger trees;
        private final Set<Long> tasks = new HashSet<>();

        /** Successful tasks that were run again. */
        private final Set<Long> revoked = new HashSet<>();
        private @Nullable SlowTask slowest;

        private Share(ResultMerger trees) {
            this.trees = trees;
        }
    }

    final int stage;
    final int attempt;
    private final int maxNodes;
    private final Consumer<String> problem;
    private final Map<String, Share> shares = new TreeMap<>();
    private final Map<String, Integer> lostBy = new TreeMap<>();
    private final ResultMerger wasted;
    private int wastedTasks;
    private int lostTasks;

    /** Its call path, which ends with its own label. */
    List<String> path;

    /** How many of its tasks are not complete yet. */
    int openTasks;
    boolean isCompleted;
    long nanoseconds;

    StageRun(int stage, int attempt, int maxNodes, Consumer<String> problem) {
        this.stage = stage;
        this.attempt = attempt;
        this.maxNodes = maxNodes;
        this.problem = problem;
        path = List.of("stage " + stage);
        wasted = new ResultMerger(maxNodes, problem);
    }

    /** Adds a {@code group} run by {@code executor}, of which the tasks {@code useful} count. */
    void add(String executor, TaskGroup group, List<Long> useful) {
        if (useful.isEmpty()) {
            wasted.add(group.tree());
            wastedTasks += group.tasks().size();
            return;
        }
        if (useful.size() < group.tasks().size()) {
            int mixed = group.tasks().size() - useful.size();
            problem.accept("stage " + stage + ": results of " + mixed + " wasted tasks of executor " + executor
                    + " are counted as useful because they were reported together with others");
        }
        Share share = shares.computeIfAbsent(executor, key -> new Share(new ResultMerger(maxNodes, problem)));
        share.trees.add(group.tree());
        share.tasks.addAll(group.tasks());
        if (group.slowest() != null && useful.contains(group.slowest().task()))
            share.slowest = SlowTask.slower(share.slowest, group.slowest());
    }

    /** Marks {@code task}, which counted, as run again. */
    void revoke(String executor, long task) {
        shares.computeIfAbsent(executor, key -> new Share(new ResultMerger(maxNodes, problem))).revoked.add(task);
    }

    /** Counts a task that failed before it was measured. */
    void wasteUnmeasured() {
        wastedTasks++;
    }

    /** Counts a task of {@code executor} whose measurements are lost. */
    void lose(@Nullable String executor) {
        lostTasks++;
        lostBy.merge(executor == null ? "unknown" : executor, 1, Integer::sum);
    }

    /** Adds everything so far to {@code totals}. */
    void addTo(StageTotals totals) {
        shares.forEach((executor, share) -> add(executor, share, totals));
        totals.waste(wasted, wastedTasks);
        totals.lose(lostTasks);
        if (isCompleted) totals.lap(nanoseconds);
    }

    /** Called when nothing more will arrive: reports inconsistencies. */
    void close() {
        shares.forEach((executor, share) -> {
            int revoked = revokedOf(share);
            if (revoked > 0 && revoked < share.tasks.size()) {
                problem.accept("stage " + stage + ": " + revoked + " of " + share.tasks.size() + " tasks of executor " + executor
                        + " were run again; their results are counted as useful because they were reported with the others");
            }
        });
        lostBy.forEach((executor, count) -> problem.accept("stage " + stage + ": results of " + count + (count == 1 ? " task" : " tasks")
                + " of executor " + executor + " are lost: it ended before it could report"));
    }

    private static int revokedOf(Share share) {
        return (int) share.revoked.stream().filter(share.tasks::contains).count();
    }

    private static void add(String executor, Share share, StageTotals totals) {
        if (share.tasks.isEmpty()) return;
        if (revokedOf(share) == share.tasks.size()) totals.waste(share.trees, share.tasks.size());
        else totals.use(executor, share.trees, share.tasks.size(), share.slowest);
    }
}
