package timemory.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import timemory.export.data.UnreadableResultsException;

/** What tasks measured, merged a few at a time. To be used by one thread at a time. */
final class Trees {
    private static final int MOST = 32;

    private final int maxNodes;
    private final Consumer<String> problem;
    private List<TaskTree> parts = new ArrayList<>();

    Trees(int maxNodes, Consumer<String> problem) {
        this.maxNodes = maxNodes;
        this.problem = problem;
    }

    void add(TaskTree tree) {
        if (tree.isEmpty()) return;
        parts.add(tree);
        if (parts.size() == MOST) merge();
    }

    void addAll(Trees other) {
        other.parts.forEach(this::add);
    }

    /** The same now, and by itself from now on. */
    Trees copy() {
        Trees copy = new Trees(maxNodes, problem);
        copy.parts.addAll(parts);
        return copy;
    }

    /** All of them as one. */
    TaskTree merged() {
        if (parts.size() > 1) merge();
        return parts.isEmpty() ? TaskTree.NONE : parts.get(0);
    }

    private void merge() {
        List<TaskTree> usable = parts;
        try {
            parts = new ArrayList<>(List.of(TaskTree.merged(usable, maxNodes)));
        } catch (UnreadableResultsException wrong) {
            mergeOneByOne(usable);
        }
    }

    /** What does not go together with the others is left out, and said. */
    private void mergeOneByOne(List<TaskTree> all) {
        TaskTree sum = TaskTree.NONE;
        for (TaskTree one : all) {
            try {
                sum = TaskTree.merged(List.of(sum, one), maxNodes);
            } catch (UnreadableResultsException wrong) {
                problem.accept("what some tasks measured is lost: " + wrong.getMessage());
            }
        }
        parts = new ArrayList<>(List.of(sum));
    }
}
