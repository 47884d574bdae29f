package timemory.tools;

import org.apache.commons.statistics.inference.TTest;
import timemory.statistics.Statistics;

/** Welch's t-test of two sets of laps, of which count, mean and variance are known. */
final class Welch {

    private Welch() {}

    /**
     * The probability that means differ as much by chance alone; not a number with fewer than two laps on a side, and where a file does not
     * say their spread.
     */
    static double probability(Statistics before, Statistics after) {
        boolean isSpreadKnown = Double.isFinite(before.getVariance()) && Double.isFinite(after.getVariance());
        if (before.getCount() < 2 || after.getCount() < 2 || !isSpreadKnown || !Double.isFinite(before.getMean())
                || !Double.isFinite(after.getMean())) {
            return Double.NaN;
        }
        if (before.getVariance() == 0.0 && after.getVariance() == 0.0) {
            return before.getMean() == after.getMean() ? 1.0 : 0.0;
        }
        return TTest.withDefaults()
                .test(before.getMean(), before.getVariance(), before.getCount(), after.getMean(), after.getVariance(), after.getCount())
                .getPValue();
    }
}
