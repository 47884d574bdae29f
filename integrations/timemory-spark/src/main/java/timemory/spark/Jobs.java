package timemory.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The jobs of an application: where they hang, which stages they need, and how long they took. A stage that several jobs need belongs to the
 * one that has it computed: the earliest of those that run. To be used by one thread at a time.
 */
final class Jobs {
    private static final long NANOSECONDS = 1_000_000;

    private record Job(List<String> path, Set<Integer> stages, long start) {}

    private final TreeMap<Integer, Job> running = new TreeMap<>();
    private final Map<List<String>, List<Long>> laps = new LinkedHashMap<>();

    void started(int job, Set<Integer> stages, List<String> path, long milliseconds) {
        running.put(job, new Job(path, stages, milliseconds));
        laps.computeIfAbsent(path, key -> new ArrayList<>());
    }

    void ended(int job, long milliseconds) {
        Job ended = running.remove(job);
        if (ended != null)
            laps.computeIfAbsent(ended.path, key -> new ArrayList<>()).add(Math.max(0, milliseconds - ended.start) * NANOSECONDS);
    }

    /** Where {@code stage} hangs, which is submitted now: below its job; below {@code place} where that is not known. */
    List<String> pathOf(int stage, List<String> place) {
        for (Job job : running.values()) {
            if (job.stages.contains(stage)) return job.path;
        }
        return place;
    }

    /** How long the jobs at each path took, in nanoseconds: those that have ended. */
    Map<List<String>, long[]> laps() {
        Map<List<String>, long[]> all = new LinkedHashMap<>();
        laps.forEach((path, times) -> all.put(path, times.stream().mapToLong(Long::longValue).toArray()));
        return all;
    }
}
