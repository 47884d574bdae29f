package timemory.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import timemory.export.data.UnreadableResultsException;
import timemory.live.Capture;

/**
 * Tasks that have ended and were not reported yet. A task that ends adds itself, which is all it waits for; the reporting thread merges
 * them. Thread-safe.
 */
final class PendingTasks {
    private record Kind(int stage, int attempt, boolean succeeded) {}

    private final boolean keepsApart;
    private final int maxNodes;
    private List<EndedTask> ended = new ArrayList<>();
    private long bytes;

    /**
     * @param keepsApart whether tasks are not merged
     * @param maxNodes the maximum number of nodes of each component
     */
    PendingTasks(boolean keepsApart, int maxNodes) {
        this.keepsApart = keepsApart;
        this.maxNodes = maxNodes;
    }

    /** Adds a task, and returns the total size in bytes. */
    synchronized long add(EndedTask task) {
        ended.add(task);
        bytes += task.tree().bytes().length;
        return bytes;
    }

    private synchronized List<EndedTask> takeAll() {
        List<EndedTask> taken = ended;
        ended = new ArrayList<>();
        bytes = 0;
        return taken;
    }

    /** Takes the tasks that had ended by {@code time}. */
    private synchronized List<EndedTask> take(long time) {
        List<EndedTask> taken = new ArrayList<>();
        List<EndedTask> left = new ArrayList<>();
        bytes = 0;
        for (EndedTask task : ended) {
            boolean isLater = task.end() - time > 0;
            (isLater ? left : taken).add(task);
            if (isLater) bytes += task.tree().bytes().length;
        }
        ended = left;
        return taken;
    }

    /**
     * Takes the tasks that are complete, merged by kind.
     *
     * @param all whether to include tasks whose samples are not known yet
     */
    List<TaskGroup> drain(boolean all) throws UnreadableResultsException {
        long now = System.nanoTime();
        long lateness = isEmpty() ? -1 : Capture.readSamples(all);
        List<EndedTask> taken = all || lateness < 0 ? takeAll() : take(now - lateness);
        if (lateness >= 0) taken = withSamples(taken);
        List<TaskGroup> groups = new ArrayList<>();
        if (keepsApart) {
            for (EndedTask task : taken) {
                groups.add(groupOf(List.of(task)));
            }
            return groups;
        }
        Map<Kind, List<EndedTask>> byKind = new LinkedHashMap<>();
        for (EndedTask task : taken) {
            byKind.computeIfAbsent(new Kind(task.stage(), task.attempt(), task.succeeded()), kind -> new ArrayList<>()).add(task);
        }
        for (List<EndedTask> alike : byKind.values()) {
            groups.add(groupOf(alike));
        }
        return groups;
    }

    private synchronized boolean isEmpty() {
        return ended.isEmpty();
    }

    /** Returns {@code task} as a separate group, with its samples so far. */
    TaskGroup alone(EndedTask task) throws UnreadableResultsException {
        return groupOf(List.of(Capture.readSamples(true) < 0 ? task : task.withSamples()));
    }

    private static List<EndedTask> withSamples(List<EndedTask> tasks) throws UnreadableResultsException {
        List<EndedTask> sampled = new ArrayList<>();
        for (EndedTask task : tasks) {
            sampled.add(task.withSamples());
        }
        return sampled;
    }

    private TaskGroup groupOf(List<EndedTask> tasks) throws UnreadableResultsException {
        EndedTask first = tasks.get(0);
        SlowTask slowest = null;
        List<Long> ids = new ArrayList<>();
        List<TaskTree> trees = new ArrayList<>();
        for (EndedTask task : tasks) {
            ids.add(task.id());
            trees.add(task.tree());
            if (task.succeeded()) slowest = SlowTask.slower(slowest, new SlowTask(task.id(), task.nanoseconds(), task.tree()));
        }
        return new TaskGroup(first.stage(), first.attempt(), first.succeeded(), ids, TaskTree.merged(trees, maxNodes), slowest);
    }
}
