package timemory.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import timemory.spi.Problems;

/** The regions of a Python driver, which measures them and reports their durations here. Thread-safe. */
public final class PythonRegions {
    private static final int MAX_REGIONS = 1_000_000;

    private final Map<List<String>, List<Long>> laps = new LinkedHashMap<>();
    private int count;

    PythonRegions() {}

    /**
     * Adds a lap of a region of the driver. Called by timemory's Python package.
     *
     * @param path labels from the outermost one, separated by slashes
     * @param nanoseconds the duration
     * @return whether the plugin is running and has added it
     */
    public static boolean ended(String path, long nanoseconds) {
        PythonRegions regions = DriverSide.pythonRegions();
        if (regions == null || path.isBlank()) return false;
        regions.add(JobCallSites.pathOf(path), Math.max(0, nanoseconds));
        return true;
    }

    private synchronized void add(List<String> path, long nanoseconds) {
        if (count == MAX_REGIONS) {
            Problems.reportProblem("spark regions",
                    "only the first " + MAX_REGIONS + " laps of Python regions in the driver are shown");
            return;
        }
        count++;
        laps.computeIfAbsent(path, key -> new ArrayList<>()).add(nanoseconds);
    }

    /** Returns the durations of laps in nanoseconds, by the labels of their regions. */
    synchronized Map<List<String>, long[]> laps() {
        Map<List<String>, long[]> all = new LinkedHashMap<>();
        laps.forEach((path, times) -> all.put(path, times.stream().mapToLong(Long::longValue).toArray()));
        return all;
    }
}
