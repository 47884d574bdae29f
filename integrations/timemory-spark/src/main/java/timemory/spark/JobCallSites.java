package timemory.spark;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;

/**
 * The driver's call paths at which jobs were submitted. Spark copies a thread's local properties to the jobs that it submits, and to their
 * events; there, a call path is a number. Thread-safe.
 */
final class JobCallSites {
    /** The local property with the number of the call path that submitted the job. */
    static final String NUMBER = "timemory.place";

    /** A local property that programs set themselves, such as those in Python: labels from the outermost one, separated by slashes. */
    static final String REGION = "timemory.region";

    /** The maximum number of call paths: jobs from further ones have no parent. */
    private static final int MAX_PLACES = 100_000;

    private final Map<List<String>, String> numbers = new ConcurrentHashMap<>();
    private final Map<String, List<String>> labels = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    /**
     * Returns the number of the calling thread's call path; {@code null} if no region is open, or in a task, whose regions are recorded
     * separately.
     */
    @Nullable
    String here() {
        CallContext context = next.get() < MAX_PLACES && TaskContext.get() == null ? CallContext.currentOrNull() : null;
        return context == null ? null : numbers.computeIfAbsent(List.copyOf(context.getLabels()), this::add);
    }

    private String add(List<String> path) {
        String number = Integer.toString(next.incrementAndGet());
        labels.put(number, path);
        return number;
    }

    /** Returns the labels in {@code region}, separated by slashes. */
    static List<String> pathOf(String region) {
        return List.of(Labels.bounded(region).split("/"));
    }

    /** Returns the labels of the call path in a job's {@code properties}, from the outermost one; empty if there is none. */
    List<String> of(@Nullable Properties properties) {
        if (properties == null) return List.of();
        String region = properties.getProperty(REGION);
        if (region != null && !region.isBlank()) return pathOf(region);
        String number = properties.getProperty(NUMBER);
        return number == null ? List.of() : labels.getOrDefault(number, List.of());
    }
}
