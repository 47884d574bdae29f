package timemory.test;

import java.util.Arrays;

/**
 * The median of samples, and the interval that holds the median of what they are samples of with at least 99 % confidence.
 *
 * <p>The interval lies between two of the sorted samples, chosen by the binomial distribution: each sample is below the true median with
 * probability one half, so the chance that fewer than k of n are is known, whatever their distribution (the sign test). Times of
 * programs are far from a normal distribution, for which a standard deviation would stand.
 *
 * @param median of the samples
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 */
record MedianInterval(double median, double low, double high) {

    /** Fewer samples have no interval of this confidence. */
    static final int MIN_SAMPLES = 8;

    private static final double MAX_CORRELATION = 0.99;
    private static final double DOUBT_ON_EACH_SIDE = 0.005;

    /**
     * Of {@code samples}, which stay as they are.
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
     * Of {@code samples} that were taken one after the other and may resemble their neighbours, as while the machine is slow for a while:
     * what each of them adds to what is known is less then, and the interval is wider, by how often neighbours are on one side of the
     * median.
     *
     * <p>Both ends are infinite where so few samples say nothing.
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
        // The variance of how many of n correlated samples are below the true median, in terms of that of independent ones.
        double widening = Math.sqrt((1 + correlation) / (1 - correlation));
        int first = (int) Math.floor(n / 2.0 - (n / 2.0 - firstInside(n)) * widening);
        return first < 0 ? new MedianInterval(independent.median, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new MedianInterval(independent.median, sorted[first], sorted[n - 1 - first]);
    }

    /** How much neighbours are on one side of {@code median}, from -1 for never to 1 for always; 0 on average for independent samples. */
    private static double correlation(double[] samples, double median) {
        double sum = 0;
        for (int i = 1; i < samples.length; i++) {
            sum += Math.signum(samples[i] - median) * Math.signum(samples[i - 1] - median);
        }
        // Half of the samples are on either side, so a neighbour is a little more often on the other one.
        return (sum + 1) / (samples.length - 1);
    }

    /**
     * Where the interval begins among {@code n} sorted samples, counted from 0: the largest k with P(X <= k) <= 0.005 for X of B(n, 1/2).
     * By logarithms, since the probabilities themselves are too small for a {@code double} where samples are many.
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
