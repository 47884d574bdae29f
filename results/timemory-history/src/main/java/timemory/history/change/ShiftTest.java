package timemory.history.change;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests whether the means of two neighbouring parts differ by more than autocorrelation explains: Student's t-test with the variances of
 * means of a first-order autoregressive process, AR(1).
 *
 * <p>Runs on one machine are correlated with their neighbours, so eight of them carry less information than eight independent ones. The
 * coefficient is estimated from the numbers around both means, corrected for its bias, and increased by 0.7 standard errors.
 */
final class ShiftTest {
    private static final double CAUTION = 0.7;
    private static final double MAX_CORRELATION = 0.97;
    private static final double MIN_CORRELATION = -0.5;

    private ShiftTest() {}

    static double pValue(TwoSides sides) {
        int length = sides.values.length;
        double meanLeft = sides.meanLeft();
        double meanRight = sides.meanRight();
        if (meanLeft == meanRight) return 1.0;
        double squares = 0.0;
        double products = 0.0;
        double previous = 0.0;
        for (int i = 0; i < length; i++) {
            double off = sides.values[i] - (i < sides.left ? meanLeft : meanRight);
            squares += off * off;
            if (i != sides.left) products += off * previous;
            previous = off;
        }
        if (squares == 0.0) return 0.0;
        double coefficient = cautious(products / squares, length);
        double ofLeft = varianceOfMean(sides.left, coefficient);
        double ofRight = varianceOfMean(sides.right(), coefficient);
        double variance = squares / Math.max(0.02 * length, length - sides.left * ofLeft - sides.right() * ofRight);
        double error = Math.sqrt(variance * (ofLeft + ofRight - 2.0 * covarianceOfMeans(sides.left, sides.right(), coefficient)));
        double square = coefficient * coefficient;
        double freedom = Math.max(1.0, length * (1.0 - square) / (1.0 + square) - 2.0);
        return 2.0 * TDistribution.of(freedom).survivalProbability(Math.abs(meanRight - meanLeft) / error);
    }

    /** Corrects the bias: an estimate around two means is too low by about (2 + 8 coefficient) / length. */
    private static double cautious(double estimate, int length) {
        double unbiased = (estimate + 2.0 / length) / (1.0 - 8.0 / Math.max(length, 16));
        double bounded = Math.max(MIN_CORRELATION, Math.min(MAX_CORRELATION, unbiased));
        return Math.max(0.0, Math.min(MAX_CORRELATION, bounded + CAUTION * Math.sqrt((1.0 - bounded * bounded) / length)));
    }

    /** Returns the variance of the mean of {@code count} numbers, relative to the variance of one. */
    private static double varianceOfMean(int count, double coefficient) {
        double rest = 1.0 - coefficient;
        double sum = (1.0 + coefficient) / rest - 2.0 * coefficient * (1.0 - Math.pow(coefficient, count)) / (count * rest * rest);
        return sum / count;
    }

    /** Covariance of the means of adjacent parts. */
    private static double covarianceOfMeans(int left, int right, double coefficient) {
        double rest = 1.0 - coefficient;
        return coefficient * (1.0 - Math.pow(coefficient, left)) * (1.0 - Math.pow(coefficient, right))
                / (rest * rest * left * right);
    }
}
