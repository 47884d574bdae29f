package timemory.history.change;

/**
 * The exact two-sided Mann-Whitney test of two neighbouring parts of a series. It is valid for independent numbers of any distribution:
 * bimodal, heavy-tailed, with outliers, or quantised by a coarse clock. Three numbers above forty others have a probability of one in
 * 9,880, however far above they are.
 */
final class RankTest {
    private RankTest() {}

    /** Ties count half, which is exact if all ties are within one side, and conservative otherwise. */
    static double pValue(double[] series, int begin, int middle, int end) {
        int left = middle - begin;
        int right = end - middle;
        double pairs = 0.0;
        for (int i = middle; i < end; i++) {
            for (int j = begin; j < middle; j++) pairs += series[i] < series[j] ? 1.0 : series[i] == series[j] ? 0.5 : 0.0;
        }
        int statistic = (int) Math.ceil(Math.min(pairs, (double) left * right - pairs));
        int small = Math.min(left, right);
        double logarithm = Math.log(orders(Math.max(left, right), small, statistic)) - logChoices(left + right, small);
        return Math.min(1.0, 2.0 * Math.exp(logarithm));
    }

    /**
     * Counts the orders with a statistic of at most {@code most}, from the first coefficients of the product of (1 - q^(large+j)) / (1 -
     * q^j).
     */
    private static double orders(int large, int small, int most) {
        double[] count = new double[most + 1];
        count[0] = 1.0;
        for (int j = 1; j <= small; j++) {
            for (int i = most; i >= large + j; i--) count[i] -= count[i - large - j];
            for (int i = j; i <= most; i++) count[i] += count[i - j];
        }
        double sum = 0.0;
        for (double each : count) sum += each;
        return sum;
    }

    private static double logChoices(int all, int chosen) {
        double sum = 0.0;
        for (int i = 1; i <= chosen; i++) sum += Math.log((double) (all - chosen + i) / i);
        return sum;
    }
}
