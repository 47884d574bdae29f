package timemory.history.scale;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A term with or without a constant, fitted by least squares of relative errors: the scatter of runs is proportional to their duration, so
 * a point of a second carries as much weight as one of a millisecond.
 *
 * @param squares the sum of the squared relative errors
 * @param leftOut the same, with each point predicted from the others
 * @param mean relative error of those, as in {@link Growth#error}
 */
record Fit(@Nullable Exponents exponents, double constant, double coefficient, int parameters, double squares, double leftOut, double error,
        double[] covariance) {
    private static final int ROUNDS = 3;

    /** A constant alone. */
    static Fit constant(List<Growth.Point> points) {
        return Objects.requireNonNull(fit(points, null, true)); // a constant can always be fitted
    }

    /** Fits with a constant if {@code hasConstant}; {@code null} if that is impossible. */
    static @Nullable Fit of(List<Growth.Point> points, Exponents exponents, boolean hasConstant) {
        return fit(points, exponents, hasConstant);
    }

    private static @Nullable Fit fit(List<Growth.Point> points, @Nullable Exponents exponents, boolean hasConstant) {
        boolean hasTerm = exponents != null;
        int count = points.size();
        double[] value = new double[count];
        double[] term = new double[count];
        double[] scale = new double[count];
        double size = 0.0;
        for (int i = 0; i < count; i++) {
            value[i] = points.get(i).value();
            term[i] = exponents != null ? exponents.of(points.get(i).at()) : 0.0;
            size = Math.max(size, Math.abs(value[i]));
        }
        boolean areRelative = true;
        for (double each : value) areRelative &= each > 0.0;
        for (int i = 0; i < count; i++) scale[i] = areRelative ? value[i] : size == 0.0 ? 1.0 : size;
        double[] solved = {};
        for (int round = 0; round < ROUNDS; round++) {
            double[] next = solve(value, term, scale, hasConstant, hasTerm);
            if (next == null) return null;
            solved = next;
            for (int i = 0; i < count && areRelative && round + 1 < ROUNDS; i++) {
                double fitted = solved[0] + solved[1] * term[i];
                scale[i] = Math.max(fitted, 0.1 * value[i]);
            }
        }
        double squares = 0.0;
        double leftOut = 0.0;
        double error = 0.0;
        for (int i = 0; i < count; i++) {
            double constant = hasConstant ? 1.0 / scale[i] : 0.0;
            double sloped = term[i] / scale[i];
            double off = (value[i] - solved[0] - solved[1] * term[i]) / scale[i];
            double leverage = constant * constant * solved[2] + 2.0 * constant * sloped * solved[3] + sloped * sloped * solved[4];
            double predicted = off / Math.max(1e-9, 1.0 - leverage);
            squares += off * off;
            leftOut += predicted * predicted;
            double missed = Math.abs(predicted * scale[i]);
            double sum = Math.abs(value[i]) + Math.abs(value[i] - predicted * scale[i]);
            error += sum == 0.0 ? 0.0 : 2.0 * missed / sum / count;
        }
        int parameters = (hasConstant ? 1 : 0) + (hasTerm ? 1 : 0);
        return new Fit(exponents, solved[0], solved[1], parameters, squares, leftOut, error,
                new double[] {solved[2], solved[3], solved[4]});
    }

    /**
     * Returns the constant, the coefficient, and the three numbers of the inverse of the normal equations; {@code null} if they cannot be
     * solved.
     */
    private static double @Nullable [] solve(double[] value, double[] term, double[] scale, boolean hasConstant, boolean hasTerm) {
        double cc = 0.0;
        double ct = 0.0;
        double tt = 0.0;
        double cv = 0.0;
        double tv = 0.0;
        for (int i = 0; i < value.length; i++) {
            double c = 1.0 / scale[i];
            double t = term[i] / scale[i];
            double v = value[i] / scale[i];
            cc += c * c;
            ct += c * t;
            tt += t * t;
            cv += c * v;
            tv += t * v;
        }
        if (!hasTerm) {
            double off = 0.0; // relative to the first value, so that a constant series gives exactly that value
            for (int i = 0; i < value.length; i++) off += (value[i] - value[0]) / (scale[i] * scale[i]);
            return new double[] {value[0] + off / cc, 0.0, 1.0 / cc, 0.0, 0.0};
        }
        if (!hasConstant) return tt > 0.0 && Double.isFinite(tt) ? new double[] {0.0, tv / tt, 0.0, 0.0, 1.0 / tt} : null;
        double determinant = cc * tt - ct * ct;
        if (!(determinant > 1e-12 * cc * tt) || !Double.isFinite(determinant)) return null;
        return new double[] {(cv * tt - tv * ct) / determinant, (tv * cc - cv * ct) / determinant, tt / determinant, -ct / determinant,
            cc / determinant};
    }

    double at(double x) {
        return constant + (coefficient == 0.0 || exponents == null ? 0.0 : coefficient * exponents.of(x));
    }

    /** Returns the standard error of the prediction at {@code x}, for relative errors of {@code deviation}. */
    double errorAt(double x, double deviation) {
        double term = coefficient == 0.0 || exponents == null ? 0.0 : exponents.of(x);
        return deviation * Math.sqrt(Math.max(0.0, covariance[0] + 2.0 * term * covariance[1] + term * term * covariance[2]));
    }

    Growth growth(boolean isErrorKnown) {
        double known = isErrorKnown ? error : Double.NaN;
        if (coefficient == 0.0 || exponents == null) return new Growth(constant, 0.0, 0.0, 0, known);
        return new Growth(constant, coefficient, exponents.power(), exponents.logarithms(), known);
    }
}
