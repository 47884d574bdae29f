package timemory.spark;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.spark.SparkConf;

/**
 * The options in the application's configuration, with names that start with {@code spark.timemory.}. The driver reads it and passes it to
 * all executors, so that they measure the same.
 *
 * @param components those of each task, comma-separated IDs
 * @param executorComponents those of each executor as a whole, while it runs
 * @param interval how often an executor reports, in milliseconds; 0 to report each task by itself, before Spark learns that it has ended
 * @param output where results are written: a path in any file system that Spark supports; empty for the one in timemory's settings
 * @param formats those of the files, comma-separated IDs; empty for those in timemory's settings
 * @param flush how often the driver writes the results so far, in milliseconds; 0 for only at the end
 * @param ui whether Spark's web interface has a tab with the results
 * @param events whether they are written to the event log, for the history server
 * @param maxNodes the maximum number of nodes of each component in a stage
 * @param keepsApart whether tasks are reported one by one, because only the driver knows which of several copies counts
 */
record Options(
        String components,
        String executorComponents,
        long interval,
        String output,
        String formats,
        long flush,
        boolean ui,
        boolean events,
        int maxNodes,
        boolean keepsApart) {

    static final String PREFIX = "spark.timemory.";
    static final String COMPONENTS = "components";
    static final String EXECUTOR_COMPONENTS = "executor.components";
    static final String INTERVAL = "interval";
    static final String OUTPUT = "output";
    static final String FORMATS = "formats";
    static final String FLUSH = "flush";
    static final String UI = "ui";
    static final String EVENTS = "events";
    static final String MAX_NODES = "maxNodes";

    private static final String KEEPS_APART = "keepsApart";
    private static final Set<String> KNOWN = new TreeSet<>(Set.of(
            COMPONENTS, EXECUTOR_COMPONENTS, INTERVAL, OUTPUT, FORMATS, FLUSH, UI, EVENTS, MAX_NODES));

    private static final String DEFAULT_COMPONENTS = "wall_clock,thread_cpu_clock";
    private static final String DEFAULT_EXECUTOR_COMPONENTS = "wall_clock,process_cpu_clock,peak_rss,gc_time";

    /**
     * Returns the options in {@code conf}.
     *
     * @throws IllegalArgumentException for an invalid value, with the name of the option
     */
    static Options of(SparkConf conf) {
        return new Options(
                conf.get(PREFIX + COMPONENTS, DEFAULT_COMPONENTS),
                conf.get(PREFIX + EXECUTOR_COMPONENTS, DEFAULT_EXECUTOR_COMPONENTS),
                milliseconds(INTERVAL, conf.get(PREFIX + INTERVAL, "2s")),
                conf.get(PREFIX + OUTPUT, ""),
                conf.get(PREFIX + FORMATS, ""),
                milliseconds(FLUSH, conf.get(PREFIX + FLUSH, "0")),
                conf.getBoolean(PREFIX + UI, true),
                conf.getBoolean(PREFIX + EVENTS, conf.getBoolean("spark.eventLog.enabled", false)),
                number(MAX_NODES, conf.get(PREFIX + MAX_NODES, "10000")),
                conf.getBoolean("spark.speculation", false));
    }

    /** Returns the names in {@code conf} that look like options but are not, each with a message. */
    static Map<String, String> unknownIn(SparkConf conf) {
        Map<String, String> unknown = new HashMap<>();
        for (var entry : conf.getAllWithPrefix(PREFIX)) {
            String name = entry._1();
            if (KNOWN.contains(name)) continue;
            LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
            String nearest = KNOWN.stream().min(Comparator.comparingInt(known -> distance.apply(name, known))).orElseThrow();
            unknown.put(name, PREFIX + name + " is not an option of timemory; the nearest is " + PREFIX + nearest);
        }
        return unknown;
    }

    Map<String, String> toMap() {
        Map<String, String> map = new HashMap<>();
        map.put(COMPONENTS, components);
        map.put(EXECUTOR_COMPONENTS, executorComponents);
        map.put(INTERVAL, interval + "ms");
        map.put(MAX_NODES, Integer.toString(maxNodes));
        map.put(KEEPS_APART, Boolean.toString(keepsApart));
        return map;
    }

    /** Returns the options that the driver passed to an executor. */
    static Options of(Map<String, String> map) {
        return new Options(
                map.getOrDefault(COMPONENTS, DEFAULT_COMPONENTS),
                map.getOrDefault(EXECUTOR_COMPONENTS, DEFAULT_EXECUTOR_COMPONENTS),
                milliseconds(INTERVAL, map.getOrDefault(INTERVAL, "2s")),
                "",
                "",
                0,
                false,
                false,
                number(MAX_NODES, map.getOrDefault(MAX_NODES, "10000")),
                Boolean.parseBoolean(map.get(KEEPS_APART)));
    }

    private static long milliseconds(String name, String text) {
        String unit = text.replaceFirst("^[0-9.]+", "").trim();
        String number = text.substring(0, text.length() - text.replaceFirst("^[0-9.]+", "").length());
        try {
            double size = switch (unit) {
                case "ms" -> 1;
                case "", "s" -> 1_000;
                case "min", "m" -> 60_000;
                default -> Double.NaN;
            };
            double milliseconds = Double.parseDouble(number) * size;
            if (milliseconds == 0 || milliseconds >= 10 && milliseconds <= Duration.ofHours(1).toMillis()) return Math.round(milliseconds);
        } catch (NumberFormatException ignored) {
            // reported below
        }
        throw new IllegalArgumentException(PREFIX + name + "=" + text + " is not a time from 10ms to 60min, such as 500ms or 2s, or 0");
    }

    private static int number(String name, String text) {
        try {
            int number = Integer.parseInt(text.trim());
            if (number > 0) return number;
        } catch (NumberFormatException unused) {
            // reported below
        }
        throw new IllegalArgumentException(PREFIX + name + "=" + text + " is not a whole number above 0");
    }
}
