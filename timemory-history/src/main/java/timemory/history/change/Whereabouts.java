package timemory.history.change;

/**
 * The range that holds a change in 95 of 100 cases: all places that explain the numbers nearly as well as the best one.
 *
 * <p>How well a place does is what is left of the numbers' squares around the means of its two sides. With equal scatter on both, the
 * likelihood of a place falls below that of the best by n/2 times the logarithm of the quotient of the two; twice that is at most 7.35 in 95 of
 * 100 cases for the true one (Hansen, 2000, for changes that are small beside the whole).
 */
record Whereabouts(int earliest, int latest) {
    private static final double LIMIT = 7.35;

    /** Between {@code begin} and before {@code end}; {@code index} is in it in any case. */
    static Whereabouts of(double[] series, int begin, int index, int end) {
        int length = end - begin;
        double[] sums = new double[length + 1];
        double[] squares = new double[length + 1];
        double mean = PooledTest.mean(series, begin, end); // for the digits
        for (int i = 0; i < length; i++) {
            double number = series[begin + i] - mean;
            sums[i + 1] = sums[i] + number;
            squares[i + 1] = squares[i] + number * number;
        }
        double least = Double.POSITIVE_INFINITY;
        for (int at = 1; at < length; at++) least = Math.min(least, left(sums, squares, at));
        int earliest = index;
        int latest = index;
        for (int at = 1; at < length; at++) {
            double left = left(sums, squares, at);
            boolean isAsGood = left <= least || length * Math.log(left / least) <= LIMIT;
            if (!isAsGood) continue;
            earliest = Math.min(earliest, begin + at);
            latest = Math.max(latest, begin + at);
        }
        return new Whereabouts(earliest, latest);
    }

    private static double left(double[] sums, double[] squares, int at) {
        int length = sums.length - 1;
        double after = sums[length] - sums[at];
        double left = squares[length] - sums[at] * sums[at] / at - after * after / (length - at);
        return Math.max(left, 0.0);
    }
}
