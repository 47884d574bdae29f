package timemory.agent.hot;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * How often functions were seen on the stacks of threads, including their callers. Older samples count less: each time the hot functions
 * are computed, all counts lose a quarter.
 *
 * <p>Not thread-safe.
 */
final class StackCounts {
    private static final double MIN_SAMPLES = 2;
    private static final double MIN_SHARE = 0.01;
    private static final double KEPT = 0.75;

    /** By class, with dots, and name of the function. */
    private final Map<String, Map<String, Count>> counts = new HashMap<>();
    private double samples;
    private int sample;

    private static final class Count {
        double weight;

        /** Recursion counts once. */
        int lastSample;
    }

    /** Counts a stack that has functions outside the Java runtime. */
    void add(StackTraceElement[] stack) {
        sample++;
        boolean any = false;
        for (StackTraceElement frame : stack) {
            if (isOfRuntime(frame)) continue;
            any = true;
            Count count = countOf(frame.getClassName(), frame.getMethodName());
            if (count.lastSample == sample) continue;
            count.lastSample = sample;
            count.weight++;
        }
        if (any) samples++;
    }

    private Count countOf(String type, String function) {
        Map<String, Count> functions = counts.get(type);
        if (functions == null) counts.put(type, functions = new HashMap<>(4));
        Count count = functions.get(function);
        if (count == null) functions.put(function, count = new Count());
        return count;
    }

    private static boolean isOfRuntime(StackTraceElement frame) {
        String module = frame.getModuleName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /** Returns the functions that are on at least 1 % of the stacks, by class. */
    Map<String, Set<String>> hot() {
        double least = Math.max(MIN_SAMPLES, MIN_SHARE * samples);
        Map<String, Set<String>> hot = new HashMap<>();
        counts.forEach((type, functions) -> functions.forEach((name, count) -> {
            if (count.weight >= least) hot.computeIfAbsent(type, some -> new HashSet<>()).add(name);
        }));
        age();
        return hot;
    }

    private void age() {
        samples *= KEPT;
        for (Iterator<Map<String, Count>> types = counts.values().iterator(); types.hasNext();) {
            Map<String, Count> functions = types.next();
            functions.values().removeIf(count -> (count.weight *= KEPT) < MIN_SAMPLES / 4);
            if (functions.isEmpty()) types.remove();
        }
    }
}
