package timemory.history.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import timemory.history.change.ChangePoint;
import timemory.history.change.ChangePoints;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.history.store.Values;

/**
 * The values of a region in comparable runs.
 *
 * @param common what the runs have in common
 * @param values of the region, in time order
 * @param series the series to examine: totals, means or numbers of calls, in {@code unit}
 * @param what which of them, in words: {@code total of wall_clock}
 */
public record Trend(Region region, RunFacts common, Map<Integer, Run> runs, Values values, double[] series, String unit, String what,
        List<ChangePoint> changes) {

    /** Returns the runs by number. */
    public static Map<Integer, Run> byNumber(List<Run> runs) {
        Map<Integer, Run> all = new HashMap<>();
        runs.forEach(run -> all.put(run.number(), run));
        return all;
    }

    /** Returns the run at {@code index} of the series. */
    public Run run(int index) {
        return Objects.requireNonNull(runs.get(values.runs()[index])); // the values were read with the runs that have them
    }

    /** Returns a heading: the region, the metric, and the number and kind of runs. */
    public String title() {
        return region.name() + ", " + what + ", " + (series.length == 1 ? "1 run" : series.length + " runs") + " of " + common.program()
                + " on "
                + common.machine() + (common.branch().isEmpty() ? "" : ", branch " + common.branch())
                + (common.parameters().isEmpty() ? "" : ", " + common.parameterText());
    }

    /** Returns the start of each part with one mean, the first at 0, followed by the length of the series. */
    public int[] begins() {
        int[] begins = new int[changes.size() + 2];
        for (int i = 0; i < changes.size(); i++) begins[i + 1] = changes.get(i).index();
        begins[begins.length - 1] = series.length;
        return begins;
    }

    /** Returns the level of part {@code part} of {@link #begins}: its mean with outliers clamped. */
    public double level(int part) {
        int[] begins = begins();
        return ChangePoints.level(series, begins[part], begins[part + 1]);
    }
}
