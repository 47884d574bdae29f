package timemory.history.change;

/**
 * Finds the best split of a part of a series: E-Divisive's measure (Matteson and James, 2014), the energy distance of two neighbouring
 * pieces.
 *
 * <p>For pieces X of n and Y of m numbers it is 2/(m+n) times the sum of the distances between the two, minus what the distances within
 * each lead one to expect: 2m/((m+n)(n-1)) times the sum of those in X, and 2n/((m+n)(m-1)) times the sum of those in Y. The first piece
 * starts where the part does; the second may end before it, so that what comes later does not hide a change. All pairs of ends are tried,
 * which takes as many steps as pairs, because the sums of distances of a piece follow from those of one that is shorter.
 */
final class EnergySplit {
    private EnergySplit() {}

    /**
     * The best split.
     *
     * @param index the first number of the second piece
     * @param distance how far apart the pieces are
     */
    record Split(int index, double distance) {}

    /** Returns the best split of the numbers from {@code begin} to {@code end} (exclusive), of which there must be at least two. */
    static Split of(double[] series, int begin, int end) {
        int length = end - begin;
        // within[i][j] is the sum of all distances of the numbers i to j - 1, counted from the start.
        double[][] within = new double[length][length + 1];
        for (int j = 1; j < length; j++) {
            double toLast = 0.0;
            for (int i = j - 1; i >= 0; i--) {
                toLast += Math.abs(series[begin + i] - series[begin + j]);
                within[i][j + 1] = within[i][j] + toLast;
            }
        }
        Split best = null;
        for (int middle = 1; middle < length; middle++) {
            double left = within[0][middle];
            for (int last = middle + 1; last <= length; last++) {
                double right = within[middle][last];
                double between = within[0][last] - left - right;
                int n = middle;
                int m = last - middle;
                double distance = 2.0 / (n + m) * between;
                if (n > 1) distance -= 2.0 * m / (n + m) / (n - 1) * left;
                if (m > 1) distance -= 2.0 * n / (n + m) / (m - 1) * right;
                if (best == null || distance > best.distance) best = new Split(begin + middle, distance);
            }
        }
        return best;
    }
}
