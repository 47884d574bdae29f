package timemory.spark;

import java.util.ArrayList;
import java.util.List;
import timemory.export.data.UnreadableResultsException;
import timemory.export.tasks.TaskResults;

/**
 * The measurements of tasks, merged, in the wire format.
 *
 * @param partition of the task, if it is a single one; -1 otherwise
 * @param bytes empty if nothing was measured
 */
record TaskTree(int partition, byte[] bytes) {
    static final TaskTree NONE = new TaskTree(-1, new byte[0]);

    boolean isEmpty() {
        return bytes.length == 0;
    }

    /** Returns the merged {@code trees}. */
    static TaskTree merged(List<TaskTree> trees, int maxNodes) throws UnreadableResultsException {
        List<byte[]> parts = new ArrayList<>();
        List<Integer> partitions = new ArrayList<>();
        for (TaskTree tree : trees) {
            if (tree.isEmpty()) continue;
            parts.add(tree.bytes);
            partitions.add(tree.partition);
        }
        if (parts.isEmpty()) return NONE;
        if (parts.size() == 1) return new TaskTree(partitions.get(0), parts.get(0));
        return new TaskTree(-1, TaskResults.merge(parts, partitions.stream().mapToInt(Integer::intValue).toArray(), maxNodes));
    }
}
