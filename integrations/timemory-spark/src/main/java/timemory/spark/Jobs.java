package timemory.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The jobs of an application, with their call paths, stages and durations. A stage that several jobs need belongs to the job that computes
 * it: the earliest one running. Not thread-safe.
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

    /** Returns the call path of {@code stage}, which is being submitted: below its job, or below {@code place} if that is unknown. */
    List<String> pathOf(int stage, List<String> place) {
        for (Job job : running.values()) {
            if (job.stages.contains(stage)) return job.path;
        }
        return place;
    }

    /** Returns the durations of ended jobs by call path, in nanoseconds. */
    Map<List<String>, long[]> laps() {
        Map<List<String>, long[]> all = new LinkedHashMap<>();
        laps.forEach((path, times) -> all.put(path, times.stream().mapToLong(Long::longValue).toArray()));
        return all;
    }
}
