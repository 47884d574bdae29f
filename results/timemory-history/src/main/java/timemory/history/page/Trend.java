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
 * What a region took in runs that can be compared.
 *
 * @param common what the runs have in common
 * @param values of the region, in the order of time
 * @param series what is looked at: sums, means or laps of these, in {@code unit}
 * @param what which of them, in words: {@code sum of wall_clock}
 */
public record Trend(Region region, RunFacts common, Map<Integer, Run> runs, Values values, double[] series, String unit, String what,
        List<ChangePoint> changes) {

    /** Runs by their numbers. */
    public static Map<Integer, Run> byNumber(List<Run> runs) {
        Map<Integer, Run> all = new HashMap<>();
        runs.forEach(run -> all.put(run.number(), run));
        return all;
    }

    /** The run of number {@code index} of the series. */
    public Run run(int index) {
        return Objects.requireNonNull(runs.get(values.runs()[index]));
    }

    /** As a heading: the region, what of it, of how many runs of what. */
    public String title() {
        return region.name() + ", " + what + ", " + (series.length == 1 ? "1 run" : series.length + " runs") + " of " + common.program()
                + " on "
                + common.machine() + (common.branch().isEmpty() ? "" : ", branch " + common.branch())
                + (common.parameters().isEmpty() ? "" : ", " + common.parameterText());
    }

    /** Where each part begins that has one mean, the first at 0; and behind the last, the length. */
    public int[] begins() {
        int[] begins = new int[changes.size() + 2];
        for (int i = 0; i < changes.size(); i++) begins[i + 1] = changes.get(i).index();
        begins[begins.length - 1] = series.length;
        return begins;
    }

    /** The level of part {@code part} of those that begin at {@link #begins}: its mean with outliers clamped. */
    public double level(int part) {
        int[] begins = begins();
        return ChangePoints.level(series, begins[part], begins[part + 1]);
    }
}
