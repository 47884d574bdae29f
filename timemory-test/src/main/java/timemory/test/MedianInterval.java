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
    static final int FEWEST = 8;

    private static final double DOUBT_ON_EACH_SIDE = 0.005;

    /**
     * Of {@code samples}, which stay as they are.
     *
     * @throws IllegalArgumentException if there are fewer than {@value #FEWEST}
     */
    static MedianInterval of(double[] samples) {
        int n = samples.length;
        if (n < FEWEST) {
            throw new IllegalArgumentException("samples: " + n + " < " + FEWEST);
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int first = firstInside(n);
        return new MedianInterval((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[first], sorted[n - 1 - first]);
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
