package timemory.history.change;

import java.util.Arrays;

/**
 * Two neighbouring parts of a series with outliers clamped to 3.5 standard deviations around the median of each side. The standard
 * deviation is derived from the distance between the tenth and ninetieth percentile of the longer side. So a single run that was three
 * times slower does not move a mean.
 */
final class TwoSides {
    private static final double CLAMP = 3.5;
    /** The distance between the tenth and ninetieth percentile of a normal distribution, in standard deviations. */
    private static final double PERCENTILES_APART = 2.563;

    /** The clamped numbers of both sides, without a gap. */
    final double[] values;
    /** How many of {@link #values} are on the left side. */
    final int left;

    private TwoSides(double[] values, int left) {
        this.values = values;
        this.left = left;
    }

    static TwoSides of(double[] series, int begin, int middle, int end) {
        double[] values = Arrays.copyOfRange(series, begin, end);
        double[] before = sorted(series, begin, middle);
        double[] after = sorted(series, middle, end);
        double reach = reach(before.length >= after.length ? before : after);
        clamp(values, 0, before.length, median(before), reach);
        clamp(values, before.length, values.length, median(after), reach);
        return new TwoSides(values, before.length);
    }

    /** Clamps both sides to the range of both medians: a number between the two levels is not changed. */
    static double[] clampedOutside(double[] series, int begin, int middle, int end) {
        double[] values = Arrays.copyOfRange(series, begin, end);
        double[] before = sorted(series, begin, middle);
        double[] after = sorted(series, middle, end);
        double centre = (median(before) + median(after)) / 2.0;
        double apart = Math.abs(median(before) - median(after)) / 2.0;
        clamp(values, 0, values.length, centre, apart + reach(before.length >= after.length ? before : after));
        return values;
    }

    /** Returns the mean of a part of a series, with outliers clamped. */
    static double level(double[] series, int begin, int end) {
        double[] values = Arrays.copyOfRange(series, begin, end);
        double[] sorted = sorted(series, begin, end);
        clamp(values, 0, values.length, median(sorted), reach(sorted));
        return mean(values, 0, values.length);
    }

    int right() {
        return values.length - left;
    }

    double meanLeft() {
        return mean(values, 0, left);
    }

    double meanRight() {
        return mean(values, left, values.length);
    }

    private static double[] sorted(double[] series, int begin, int end) {
        double[] sorted = Arrays.copyOfRange(series, begin, end);
        Arrays.sort(sorted);
        return sorted;
    }

    private static double median(double[] sorted) {
        return quantile(sorted, 0.5);
    }

    private static double reach(double[] sorted) {
        return CLAMP * (quantile(sorted, 0.9) - quantile(sorted, 0.1)) / PERCENTILES_APART;
    }

    private static double quantile(double[] sorted, double part) {
        double at = part * (sorted.length - 1);
        int below = (int) at;
        return below + 1 < sorted.length ? sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]) : sorted[below];
    }

    private static void clamp(double[] values, int begin, int end, double median, double reach) {
        for (int i = begin; i < end; i++) values[i] = Math.max(median - reach, Math.min(median + reach, values[i]));
    }

    private static double mean(double[] values, int begin, int end) {
        double sum = 0.0;
        for (int i = begin; i < end; i++) sum += values[i];
        return sum / (end - begin);
    }
}
