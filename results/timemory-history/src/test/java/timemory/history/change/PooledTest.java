package timemory.history.change;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t-test of two parts of a series, as in Apache Otava: the variance of a side is its sum of squares divided by the number of
 * values, which overstates significance for few values.
 */
final class PooledTest {
    private PooledTest() {}

    /** Sums of a part of a series. */
    private record Part(int count, double mean, double squares) {
        static Part of(double[] series, int begin, int end) {
            double sum = 0.0;
            for (int i = begin; i < end; i++) sum += series[i];
            double mean = sum / (end - begin);
            double squares = 0.0;
            for (int i = begin; i < end; i++) squares += (series[i] - mean) * (series[i] - mean);
            return new Part(end - begin, mean, squares);
        }

        double variance() {
            return squares / count;
        }
    }

    /** Returns the mean from {@code begin} to {@code end} (exclusive). */
    static double mean(double[] series, int begin, int end) {
        return Part.of(series, begin, end).mean;
    }

    /** Returns the two-sided P value of two sides that meet at {@code middle}. */
    static double pValue(double[] series, int begin, int middle, int end) {
        Part left = Part.of(series, begin, middle);
        Part right = Part.of(series, middle, end);
        return pValue(left, right, (left.count - 1) * left.variance() + (right.count - 1) * right.variance());
    }

    private static double pValue(Part left, Part right, double squares) {
        int freedom = left.count + right.count - 2;
        if (freedom < 1) return 1.0;
        double error = Math.sqrt(squares / freedom * (1.0 / left.count + 1.0 / right.count));
        double difference = Math.abs(left.mean - right.mean);
        if (difference == 0.0) return 1.0;
        if (error == 0.0) return 0.0;
        return 2.0 * TDistribution.of(freedom).survivalProbability(difference / error);
    }
}
