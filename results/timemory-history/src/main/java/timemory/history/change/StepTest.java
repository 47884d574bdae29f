package timemory.history.change;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests whether a step explains the numbers better than drift does: the likelihood ratio of an AR(1) process with a step to one without. A
 * slow wave, such as that of a machine that warms up, has high and low parts that {@link ShiftTest} may mistake for a change; but it moves
 * in many small steps, and a code change moves in one.
 */
final class StepTest {
    private static final double[] COEFFICIENTS = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.95};

    private StepTest() {}

    static double pValue(TwoSides sides) {
        int length = sides.values.length;
        int freedom = length - 4;
        if (freedom < 1) return 1.0;
        double without = Double.POSITIVE_INFINITY;
        double with = Double.POSITIVE_INFINITY;
        for (double coefficient : COEFFICIENTS) {
            Fit fit = Fit.of(sides, coefficient);
            double ofFirst = Math.log(1.0 - coefficient * coefficient);
            without = Math.min(without, length * Math.log(fit.squaresWithout) - ofFirst);
            with = Math.min(with, length * Math.log(fit.squaresWith) - ofFirst);
        }
        if (with == Double.NEGATIVE_INFINITY) return without == with ? 1.0 : 0.0;
        double square = freedom * Math.expm1(Math.max(0.0, without - with) / length);
        return 2.0 * TDistribution.of(freedom).survivalProbability(Math.sqrt(square));
    }

    /** The residual sums of squared innovations around the best constant, and around the best constant and step. */
    private record Fit(double squaresWithout, double squaresWith) {
        static Fit of(TwoSides sides, double coefficient) {
            double[] values = sides.values;
            double origin = values[0];
            double rest = 1.0 - coefficient;
            double first = Math.sqrt(1.0 - coefficient * coefficient);
            double cc = first * first;
            double cs = 0.0;
            double ss = 0.0;
            double cy = 0.0;
            double sy = 0.0;
            double yy = 0.0;
            for (int i = 1; i < values.length; i++) {
                double step = i < sides.left ? 0.0 : i == sides.left ? 1.0 : rest;
                double y = values[i] - origin - coefficient * (values[i - 1] - origin);
                cc += rest * rest;
                cs += rest * step;
                ss += step * step;
                cy += rest * y;
                sy += step * y;
                yy += y * y;
            }
            double determinant = cc * ss - cs * cs;
            double constant = (cy * ss - sy * cs) / determinant;
            double size = (sy * cc - cy * cs) / determinant;
            double without = Math.max(0.0, yy - cy * cy / cc);
            double with = yy - constant * cy - size * sy;
            return new Fit(without, with <= 1e-12 * yy ? 0.0 : with);
        }
    }
}
