package timemory.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import timemory.export.data.UnreadableResultsException;

/** Merges the measurements of tasks, a few at a time. Not thread-safe. */
final class ResultMerger {
    private static final int MAX_UNMERGED = 32;

    private final int maxNodes;
    private final Consumer<String> problem;
    private List<TaskTree> parts = new ArrayList<>();

    ResultMerger(int maxNodes, Consumer<String> problem) {
        this.maxNodes = maxNodes;
        this.problem = problem;
    }

    void add(TaskTree tree) {
        if (tree.isEmpty()) return;
        parts.add(tree);
        if (parts.size() == MAX_UNMERGED) merge();
    }

    void addAll(ResultMerger other) {
        other.parts.forEach(this::add);
    }

    /** Returns an independent copy. */
    ResultMerger copy() {
        ResultMerger copy = new ResultMerger(maxNodes, problem);
        copy.parts.addAll(parts);
        return copy;
    }

    /** Returns all of them merged. */
    TaskTree merged() {
        if (parts.size() > 1) merge();
        return parts.isEmpty() ? TaskTree.NONE : parts.get(0);
    }

    private void merge() {
        List<TaskTree> usable = parts;
        try {
            parts = new ArrayList<>(List.of(TaskTree.merged(usable, maxNodes)));
        } catch (UnreadableResultsException ignored) {
            mergeOneByOne(usable);
        }
    }

    /** Skips and reports results that cannot be merged with the others. */
    private void mergeOneByOne(List<TaskTree> all) {
        TaskTree sum = TaskTree.NONE;
        for (TaskTree one : all) {
            try {
                sum = TaskTree.merged(List.of(sum, one), maxNodes);
            } catch (UnreadableResultsException failure) {
                problem.accept("results of some tasks are lost: " + failure.getMessage());
            }
        }
        parts = new ArrayList<>(List.of(sum));
    }
}
