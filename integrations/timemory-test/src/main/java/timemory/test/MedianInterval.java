package timemory.test;

import java.util.Arrays;

/**
 * The median of samples, with a confidence interval of at least 99 % for the true median.
 *
 * <p>The interval is between two of the sorted samples, chosen by the binomial distribution: each sample is below the true median with
 * probability one half, so the probability that fewer than k of n are is known for any distribution (the sign test). Run times are far from
 * normally distributed, so a standard deviation would not do.
 *
 * @param median of the samples
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 */
record MedianInterval(double median, double low, double high) {

    /** With fewer samples there is no interval of this confidence. */
    static final int MIN_SAMPLES = 8;

    private static final double MAX_CORRELATION = 0.99;
    private static final double DOUBT_ON_EACH_SIDE = 0.005;

    /**
     * Returns the interval for {@code samples}, which are not modified.
     *
     * @throws IllegalArgumentException if there are fewer than {@value #MIN_SAMPLES}
     */
    static MedianInterval of(double[] samples) {
        int n = samples.length;
        if (n < MIN_SAMPLES) {
            throw new IllegalArgumentException("samples: " + n + " < " + MIN_SAMPLES);
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int first = firstInside(n);
        return new MedianInterval((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[first], sorted[n - 1 - first]);
    }

    /**
     * Returns the interval for {@code samples} taken one after the other, which may be correlated, for example while the machine is slow
     * for a while: each of them then carries less information, and the interval is widened according to how often neighbours are on the
     * same side of the median.
     *
     * <p>Both ends are infinite if there is too little information.
     */
    static MedianInterval ofSeries(double[] samples) {
        MedianInterval independent = of(samples);
        int n = samples.length;
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double correlation = Math.min(MAX_CORRELATION, correlation(samples, independent.median));
        if (correlation <= 0) {
            return independent;
        }
        // The variance of how many of n correlated samples are below the true median, relative to independent ones.
        double widening = Math.sqrt((1 + correlation) / (1 - correlation));
        int first = (int) Math.floor(n / 2.0 - (n / 2.0 - firstInside(n)) * widening);
        return first < 0 ? new MedianInterval(independent.median, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new MedianInterval(independent.median, sorted[first], sorted[n - 1 - first]);
    }

    /**
     * Returns how often neighbours are on the same side of {@code median}, from -1 for never to 1 for always; 0 on average for independent
     * samples.
     */
    private static double correlation(double[] samples, double median) {
        double sum = 0;
        for (int i = 1; i < samples.length; i++) {
            sum += Math.signum(samples[i] - median) * Math.signum(samples[i - 1] - median);
        }
        // Half of the samples are on either side, so a neighbour is slightly more often on the other side.
        return (sum + 1) / (samples.length - 1);
    }

    /**
     * Returns the start of the interval among {@code n} sorted samples, counted from 0: the largest k with P(X <= k) <= 0.005 for X of B(n,
     * 1/2). Uses logarithms, because the probabilities are too small for a {@code double} if there are many samples.
     */
    static int firstInside(int n) {
        double logarithm = -n * Math.log(2);
        double sum = Math.exp(logarithm);
        int k = 0;
        while (sum <= DOUBT_ON_EACH_SIDE) {
            logarithm += Math.log((double) (n - k) / (k + 1));
            sum += Math.exp(logarithm);
            k++;
        }
        return k - 1;
    }
}
