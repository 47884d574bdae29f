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
 * The regions of the driver that were open when jobs were asked for. Spark hands the local properties of a thread on to the jobs that it
 * asks for, and to the events that tell of them: there a place is a number. Thread-safe.
 */
final class JobCallSites {
    /** The local property that has the number of the place where a job was asked for. */
    static final String NUMBER = "timemory.place";

    /** One that programs set themselves, as those in Python do: labels from the outermost on, separated by slashes. */
    static final String REGION = "timemory.region";

    /** More are not distinguished: what is asked for elsewhere hangs below nothing. */
    private static final int MAX_PLACES = 100_000;

    private final Map<List<String>, String> numbers = new ConcurrentHashMap<>();
    private final Map<String, List<String>> labels = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    /** The number of the calling thread's place; {@code null} if no region is open there, or in a task, whose regions are kept apart. */
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

    /** The labels that {@code region} has, separated by slashes. */
    static List<String> pathOf(String region) {
        return List.of(Labels.bounded(region).split("/"));
    }

    /** The labels of the place that {@code properties} of a job name, from the outermost on; none where they name none. */
    List<String> of(@Nullable Properties properties) {
        if (properties == null) return List.of();
        String region = properties.getProperty(REGION);
        if (region != null && !region.isBlank()) return pathOf(region);
        String number = properties.getProperty(NUMBER);
        return number == null ? List.of() : labels.getOrDefault(number, List.of());
    }
}
