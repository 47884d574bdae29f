package timemory.history.change;

/**
 * A permanent change of the level of a series.
 *
 * @param index the first number after the change, counted from 0
 * @param pValue the probability that a series without changes, checked after each new number, would ever show a change as convincing as
 * this one; the lowest since the change was found
 * @param before the level since the previous change or the start: a mean with outliers clamped
 * @param after the level up to the next change or the end
 * @param earliest the first index of the 95 % confidence interval of the change
 * @param latest the last index of that interval
 */
public record ChangePoint(int index, double pValue, double before, double after, int earliest, int latest) {

    /** Returns the change relative to the level before; infinite if that is 0. */
    public double relative() {
        if (before == after) return 0.0;
        return (after - before) / Math.abs(before);
    }

    /** Returns the larger of the change relative to the level before and relative to the level after. */
    static double magnitude(double before, double after) {
        double least = Math.min(Math.abs(before), Math.abs(after));
        double difference = Math.abs(after - before);
        return difference == 0.0 ? 0.0 : difference / least;
    }
}
