package timemory.test;

import java.util.Locale;
import timemory.WallClock;

/**
 * How many times as long one block takes as another.
 *
 * @param ratio the median of the rounds' ratios
 * @param low the lower end of the ratio's 99 % confidence interval, for a single decision
 * @param high the upper end of that interval
 * @param rounds the number of rounds
 * @param nanosecondsPerLap of the measured block: the median of the rounds
 * @param referenceNanosecondsPerLap of the block that it is compared with: the median of the rounds
 */
public record RatioResult(
        double ratio, double low, double high, int rounds, double nanosecondsPerLap, double referenceNanosecondsPerLap) {

    /** Returns what this says about the ratio being at most {@code bound}. */
    public Verdict verdict(double bound) {
        if (high <= bound) {
            return Verdict.WITHIN;
        }
        return low > bound ? Verdict.ABOVE : Verdict.INCONCLUSIVE;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "ratio %.3f (99 %% interval %.3f to %.3f, %d rounds, %s against %s per lap)",
                ratio, low, high, rounds, time(nanosecondsPerLap), time(referenceNanosecondsPerLap));
    }

    private static String time(double nanoseconds) {
        return Units.show(nanoseconds, WallClock.TYPE);
    }
}
