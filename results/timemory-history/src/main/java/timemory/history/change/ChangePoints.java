package timemory.history.change;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * A series is replayed as a build sees it: after each new number, the last few are compared with all since the previous change. So a change
 * that was found stays found, and the number of checks does not matter: the budget of false positives covers all looks together
 * (LookBudget). A change has to pass three tests, each of which is valid in cases where others may not be: RankTest for any distribution,
 * ShiftTest and StepTest for runs that are correlated with their neighbours. Each P value is divided by its look's part of the budget,
 * which gives a P value for the whole series.
 *
 * Successive looks compare nearly the same numbers, so their errors are correlated: OVERLAP is the factor by which there are fewer
 * independent looks than it seems, and OVERLAP_OF_LONG the same for the last nine numbers and more, which are often parts of a slow wave.
 * These two, and EARLY, the caution with few numbers, whose autocorrelation is poorly known, were calibrated by simulation: docs/history.md
 * has the rates.
 */

/**
 * Finds permanent changes in a series, with at most five false positives in a hundred series, however often they are checked while numbers
 * are added one by one.
 */
public final class ChangePoints {
    private static final double OVERLAP = 0.1;
    private static final double OVERLAP_OF_LONG = 0.2;
    private static final int LONG = 9;
    private static final double EARLY = 44.0;
    /** A lower normal score cannot give a P value that matters, so the exact one need not be computed. */
    private static final double DULL_SCORE = 2.6;

    /**
     * The criteria for a change.
     *
     * @param window the maximum number of compared values, before and after a change together: at least 6
     * @param minMagnitude the minimum relative difference between the two sides
     * @param level the largest {@link ChangePoint#pValue}
     */
    public record Criteria(int window, double minMagnitude, double level) {
        private static final int MIN_WINDOW = 2 * LookBudget.MIN_PART;

        public Criteria {
            if (window < MIN_WINDOW) throw new IllegalArgumentException("window: " + window + " < " + MIN_WINDOW);
            if (!(level > 0.0 && level <= 1.0)) throw new IllegalArgumentException("level: " + level + " is not between 0 and 1");
            if (!(minMagnitude >= 0.0)) throw new IllegalArgumentException("minimum change: " + minMagnitude + " < 0");
        }

        /** 200 numbers, one percent, a level of 0.05. */
        public static final Criteria USUAL = new Criteria(200, 0.01, 0.05);
    }

    private final double[] series;
    private final Criteria criteria;
    private final SortedWindow window;
    private final List<Found> found = new ArrayList<>();

    /** A change found during the replay. */
    private record Found(int index, double pValue) {}

    private ChangePoints(double[] series, Criteria criteria) {
        this.series = series;
        this.criteria = criteria;
        window = new SortedWindow(Math.min(criteria.window, series.length) + 1);
    }

    /**
     * Returns the changes in ascending order.
     *
     * @throws IllegalArgumentException if a number is infinite or NaN
     */
    public static List<ChangePoint> of(double[] series, Criteria criteria) {
        for (double number : series) {
            if (!Double.isFinite(number)) throw new IllegalArgumentException("series with " + number);
        }
        ChangePoints replay = new ChangePoints(series, criteria);
        for (int end = 1; end <= series.length; end++) replay.look(end);
        return replay.points();
    }

    /** Returns the mean of a part of a series with outliers clamped, as in {@link ChangePoint#before} and {@link ChangePoint#after}. */
    public static double level(double[] series, int begin, int end) {
        return TwoSides.level(series, begin, end);
    }

    private int begin() {
        return found.isEmpty() ? 0 : found.get(found.size() - 1).index;
    }

    /** Checks for a change among the numbers before {@code end}. */
    private void look(int end) {
        confirm(end);
        int begin = begin();
        window.add(series[end - 1]);
        if (window.count() > criteria.window) window.remove(series[end - 1 - criteria.window]);
        Found change = firstChange(begin, end);
        if (change == null) return;
        found.add(change);
        relocate(end);
        refill(end);
    }

    private void refill(int end) {
        window.clear();
        for (int i = Math.max(begin(), end - criteria.window); i < end; i++) window.add(series[i]);
    }

    /** Returns the change with the shortest tail, if any. */
    private @Nullable Found firstChange(int begin, int end) {
        int count = end - begin;
        int compared = Math.min(count, criteria.window);
        int[] lengths = LookBudget.lengths(compared, criteria.window);
        double ranks = 0.0;
        int ranked = 0;
        for (int length : lengths) {
            while (ranked < length) ranks += window.rank(series[end - ++ranked]);
            if (isDull(ranks, length, compared)) continue;
            int middle = end - length;
            double p = pValue(end - compared, middle, end, count, lengths.length);
            if (p <= criteria.level && isLarge(end - compared, middle, end)) return new Found(middle, p);
        }
        return null;
    }

    /** Returns whether {@code ranks}, the rank sum of the last {@code length} of {@code count} numbers, is far from significant. */
    private static boolean isDull(double ranks, int length, int count) {
        double before = count - length;
        double mean = length * (count - 1) / 2.0;
        return Math.abs(ranks - mean) < DULL_SCORE * Math.sqrt(length * before * (count + 1) / 12.0);
    }

    private double pValue(int begin, int middle, int end, int count, int lengths) {
        int length = end - middle;
        double part = LookBudget.part(length, count, lengths);
        if (part == 0.0) return 1.0;
        double overlap = length <= LookBudget.MIN_PART ? 1.0 : length < LONG ? OVERLAP : OVERLAP_OF_LONG;
        double enough = criteria.level * part / overlap;
        double early = Math.max(1.0, Math.pow(EARLY / count, 3.0));
        TwoSides sides = TwoSides.of(series, begin, middle, end);
        double p = early * ShiftTest.pValue(sides);
        if (p <= enough) p = Math.max(p, early * StepTest.pValue(sides));
        if (p <= enough) p = Math.max(p, RankTest.pValue(series, begin, middle, end));
        return Math.min(1.0, p * overlap / part);
    }

    private boolean isLarge(int begin, int middle, int end) {
        TwoSides sides = TwoSides.of(series, begin, middle, end);
        return ChangePoint.magnitude(sides.meanLeft(), sides.meanRight()) >= criteria.minMagnitude;
    }

    /** Re-evaluates the last change with the numbers since: its P value may decrease, and its position may move to a clearer one. */
    private void confirm(int end) {
        if (found.isEmpty() || end - begin() > criteria.window / 2) return;
        relocate(end);
        int last = found.size() - 1;
        Found change = found.get(last);
        int begin = Math.max(last == 0 ? 0 : found.get(last - 1).index, change.index - criteria.window / 2);
        int count = end - (last == 0 ? 0 : found.get(last - 1).index);
        int lengths = LookBudget.lengths(Math.min(count, criteria.window), criteria.window).length;
        double p = pValue(begin, change.index, end, count, lengths);
        if (p < change.pValue) found.set(last, new Found(change.index, p));
    }

    private void relocate(int end) {
        int last = found.size() - 1;
        Found change = found.get(last);
        int begin = Math.max(last == 0 ? 0 : found.get(last - 1).index, change.index - criteria.window / 2);
        int index = ConfidenceInterval.of(series, begin, change.index, end).likeliest();
        if (index == change.index) return;
        found.set(last, new Found(index, change.pValue));
        refill(end - 1);
    }

    private List<ChangePoint> points() {
        while (true) {
            List<ChangePoint> points = new ArrayList<>();
            for (int i = 0; i < found.size(); i++) points.add(point(i));
            int least = -1;
            for (int i = 0; i < points.size(); i++) {
                if (least < 0 || magnitude(points.get(i)) < magnitude(points.get(least))) least = i;
            }
            if (least < 0 || magnitude(points.get(least)) >= criteria.minMagnitude) return points;
            found.remove(least);
        }
    }

    private static double magnitude(ChangePoint point) {
        return ChangePoint.magnitude(point.before(), point.after());
    }

    private ChangePoint point(int i) {
        int begin = i == 0 ? 0 : found.get(i - 1).index;
        int end = i + 1 < found.size() ? found.get(i + 1).index : series.length;
        int index = found.get(i).index;
        ConfidenceInterval range = ConfidenceInterval.of(series, begin, index, end);
        return new ChangePoint(index, found.get(i).pValue, TwoSides.level(series, begin, index), TwoSides.level(series, index, end),
                range.earliest(), range.latest());
    }
}
