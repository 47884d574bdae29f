package timemory.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All runs of the stages with the same name at one call path. Not thread-safe. */
final class StageTotals {
    private final List<String> path;
    private final int maxNodes;
    private final Consumer<String> problem;
    private final Map<String, ResultMerger> byExecutor = new TreeMap<>();
    private final ResultMerger wasted;
    private final List<Long> laps = new ArrayList<>();
    private @Nullable SlowTask slowest;
    private @Nullable String slowestExecutor;
    private int usefulTasks;
    private int wastedTasks;
    private int lostTasks;

    StageTotals(List<String> path, int maxNodes, Consumer<String> problem) {
        this.path = path;
        this.maxNodes = maxNodes;
        this.problem = problem;
        wasted = new ResultMerger(maxNodes, problem);
    }

    /** Returns an independent copy. */
    StageTotals copy() {
        StageTotals copy = new StageTotals(path, maxNodes, problem);
        byExecutor.forEach((executor, trees) -> copy.byExecutor.put(executor, trees.copy()));
        copy.wasted.addAll(wasted);
        copy.laps.addAll(laps);
        copy.slowest = slowest;
        copy.slowestExecutor = slowestExecutor;
        copy.usefulTasks = usefulTasks;
        copy.wastedTasks = wastedTasks;
        copy.lostTasks = lostTasks;
        return copy;
    }

    void use(String executor, ResultMerger trees, int tasks, @Nullable SlowTask slowest) {
        byExecutor.computeIfAbsent(executor, key -> new ResultMerger(maxNodes, problem)).addAll(trees);
        usefulTasks += tasks;
        if (slowest != null && SlowTask.slower(this.slowest, slowest) == slowest) {
            this.slowest = slowest;
            slowestExecutor = executor;
        }
    }

    void waste(ResultMerger trees, int tasks) {
        wasted.addAll(trees);
        wastedTasks += tasks;
    }

    void lose(int tasks) {
        lostTasks += tasks;
    }

    /** Adds a completed run, which took {@code nanoseconds}. */
    void lap(long nanoseconds) {
        laps.add(nanoseconds);
    }

    List<String> path() {
        return path;
    }

    /** Returns the measurements that count, over all executors. */
    TaskTree useful() {
        ResultMerger all = new ResultMerger(maxNodes, problem);
        byExecutor.values().forEach(all::addAll);
        return all.merged();
    }

    /** Returns the measurements that count, by executor. */
    Map<String, TaskTree> byExecutor() {
        Map<String, TaskTree> merged = new TreeMap<>();
        byExecutor.forEach((executor, trees) -> merged.put(executor, trees.merged()));
        return merged;
    }

    TaskTree wasted() {
        return wasted.merged();
    }

    @Nullable
    SlowTask slowest() {
        return slowest;
    }

    @Nullable
    String slowestExecutor() {
        return slowestExecutor;
    }

    long[] laps() {
        return laps.stream().mapToLong(Long::longValue).toArray();
    }

    int usefulTasks() {
        return usefulTasks;
    }

    int wastedTasks() {
        return wastedTasks;
    }

    int lostTasks() {
        return lostTasks;
    }
}
