package timemory.history.change;

/**
 * The most likely position of a change, with its 95 % confidence interval.
 *
 * <p>The score of a position is the residual sum of squares around the means of its two sides, with outliers clamped. With equal scatter on
 * both sides, the log-likelihood of a position is below that of the best one by n/2 times the logarithm of the quotient of the scores;
 * twice that is at most 7.35 in 95 of 100 cases for the true position (Hansen, 2000, for changes that are small compared to the whole).
 */
record ConfidenceInterval(int likeliest, int earliest, int latest) {
    private static final double LIMIT = 7.35;

    /** Returns the interval within {@code begin} to {@code end} (exclusive); it always includes {@code index}. */
    static ConfidenceInterval of(double[] series, int begin, int index, int end) {
        double[] values = TwoSides.clampedOutside(series, begin, index, end);
        int length = end - begin;
        double[] sums = new double[length + 1];
        double[] squares = new double[length + 1];
        double mean = 0.0; // avoids cancellation
        for (double value : values) mean += value / length;
        for (int i = 0; i < length; i++) {
            double number = values[i] - mean;
            sums[i + 1] = sums[i] + number;
            squares[i + 1] = squares[i] + number * number;
        }
        int likeliest = index - begin;
        double least = left(sums, squares, likeliest);
        int closest = LookBudget.MIN_PART;
        for (int at = closest; at <= length - closest; at++) {
            if (left(sums, squares, at) >= least) continue;
            least = left(sums, squares, at);
            likeliest = at;
        }
        int earliest = index;
        int latest = index;
        for (int at = 1; at < length; at++) {
            double left = left(sums, squares, at);
            boolean isAsGood = left <= least || length * Math.log(left / least) <= LIMIT;
            if (!isAsGood) continue;
            earliest = Math.min(earliest, begin + at);
            latest = Math.max(latest, begin + at);
        }
        return new ConfidenceInterval(begin + likeliest, earliest, latest);
    }

    private static double left(double[] sums, double[] squares, int at) {
        int length = sums.length - 1;
        double after = sums[length] - sums[at];
        double left = squares[length] - sums[at] * sums[at] / at - after * after / (length - at);
        return Math.max(left, 0.0);
    }
}
