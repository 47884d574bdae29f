package timemory.tools;

import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;
import timemory.statistics.Statistics;

/**
 * Welch's t-test of two sides: of several runs each, or of the laps of one run each. What it returns is the probability that the two differ as
 * much by chance alone; NaN if that cannot be computed.
 */
final class Welch {

    private Welch() {}

    /**
     * What the runs of each side have, with at least two runs on one side. With a single run on the other side, both are assumed to have
     * the same variance.
     */
    static double ofRuns(double[] before, double[] after) {
        double meanBefore = mean(before);
        double meanAfter = mean(after);
        double squaresBefore = squares(before, meanBefore);
        double squaresAfter = squares(after, meanAfter);
        if (before.length + after.length < 3 || !Double.isFinite(squaresBefore + squaresAfter)) {
            return Double.NaN;
        }
        if (squaresBefore == 0.0 && squaresAfter == 0.0) {
            return meanBefore == meanAfter ? 1.0 : probabilityOfOrder(before.length, after.length);
        }
        if (before.length < 2 || after.length < 2) {
            int freedom = before.length + after.length - 2;
            double variance = (squaresBefore + squaresAfter) / freedom * (1.0 / before.length + 1.0 / after.length);
            return ofDifference(meanAfter - meanBefore, variance, freedom);
        }
        return TTest.withDefaults().test(meanBefore, squaresBefore / (before.length - 1), before.length, meanAfter,
                squaresAfter / (after.length - 1), after.length).getPValue();
    }

    /** The mean laps. */
    static double ofMeans(Statistics before, Statistics after) {
        if (before.getCount() < 2 || after.getCount() < 2 || !isSpreadKnown(before) || !isSpreadKnown(after)) {
            return Double.NaN;
        }
        if (before.getVariance() == 0.0 && after.getVariance() == 0.0) {
            return before.getMean() == after.getMean() ? 1.0 : 0.0;
        }
        return TTest.withDefaults()
                .test(before.getMean(), before.getVariance(), before.getCount(), after.getMean(), after.getVariance(), after.getCount())
                .getPValue();
    }

    /**
     * The sums of the laps. Laps scatter; how many there were is taken as it is, for nothing in one run says how that scatters. A side with a single
     * lap is taken to scatter as the other.
     */
    static double ofSums(Statistics before, Statistics after) {
        long countBefore = before.getCount();
        long countAfter = after.getCount();
        if (countBefore < 1 || countAfter < 1 || countBefore + countAfter < 3 || !isSpreadKnown(before) || !isSpreadKnown(after)) {
            return Double.NaN;
        }
        double difference = after.getSum() - before.getSum();
        if (countBefore < 2 || countAfter < 2) {
            double variance = countBefore < 2 ? after.getVariance() : before.getVariance();
            return ofDifference(difference, variance * (countBefore + countAfter), countBefore + countAfter - 2.0);
        }
        double ofBefore = countBefore * before.getVariance();
        double ofAfter = countAfter * after.getVariance();
        double variance = ofBefore + ofAfter;
        double freedom = variance * variance / (ofBefore * ofBefore / (countBefore - 1) + ofAfter * ofAfter / (countAfter - 1));
        return ofDifference(difference, variance, freedom);
    }

    private static double ofDifference(double difference, double variance, double freedom) {
        if (difference == 0.0) {
            return 1.0;
        }
        return variance == 0.0 ? 0.0 : 2.0 * TDistribution.of(freedom).survivalProbability(Math.abs(difference) / Math.sqrt(variance));
    }

    /** Numbers that are the same in all runs of a side may be ticks of a coarse clock: the runs are as unlikely as their order. */
    private static double probabilityOfOrder(int before, int after) {
        double orders = 1.0;
        for (int i = 1; i <= before; i++) {
            orders *= (double) (after + i) / i;
        }
        return Math.min(1.0, 2.0 / orders);
    }

    private static boolean isSpreadKnown(Statistics statistics) {
        return Double.isFinite(statistics.getVariance()) && Double.isFinite(statistics.getMean());
    }

    static double mean(double[] numbers) {
        double sum = 0.0;
        for (double number : numbers) {
            sum += number;
        }
        return sum / numbers.length;
    }

    private static double squares(double[] numbers, double mean) {
        double sum = 0.0;
        for (double number : numbers) {
            sum += (number - mean) * (number - mean);
        }
        return sum;
    }
}
