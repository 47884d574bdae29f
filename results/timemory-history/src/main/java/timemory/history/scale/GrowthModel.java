package timemory.history.scale;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/*
 * Each term of Exponents is fitted with a constant and without. They are judged as Extra-P does, by how well each point is predicted from
 * the others (leave-one-out), which more parameters do not improve of themselves; a second parameter and rare exponents have to predict
 * better than usual ones by a penalty. The best one is a model only if it is proven: an F test, corrected for the choice among so many
 * terms, has to find that it explains the points better than a constant. Otherwise nothing grows.
 *
 * A constant and a coefficient are never negative if no value is, so neither is a time that the model predicts: what falls is a power below
 * 0.
 */

/**
 * The model of a series of points, and the other models that explain them nearly as well, by which predictions are uncertain.
 */
public final class GrowthModel {
    private static final int MIN_POINTS = 5;
    private static final double LEVEL = 0.01;
    /** The terms resemble each other: the best of all is as that of so many independent ones. */
    private static final double INDEPENDENT_TERMS = 8.0;
    private static final double OF_CONSTANT = 2.0;
    /** Models as far from the best one, in twice the logarithm of the likelihood, are still plausible. */
    private static final double PLAUSIBLE = 6.0;
    private static final double EXACT = 1e-20;
    /** Predictions beyond so many times the data are marked. */
    private static final double FAR = 4.0;
    private static final double WIDENING = Math.sqrt(2.0);

    private final Growth growth;
    private final boolean isProven;
    private final List<Fit> plausible;
    private final double deviation;
    private final int freedom;
    private final double least;
    private final double largest;

    private GrowthModel(Growth growth, boolean isProven, List<Fit> plausible, double deviation, int freedom, double least, double largest) {
        this.growth = growth;
        this.isProven = isProven;
        this.plausible = plausible;
        this.deviation = deviation;
        this.freedom = freedom;
        this.least = least;
        this.largest = largest;
    }

    /** A range that holds what is predicted in 95 of 100 cases, if the model or one of the plausible ones is right. */
    public record Interval(double low, double high) {}

    /** Of points with different numbers, in the order of these; a constant if they cannot be fitted, or if it explains them. */
    public static GrowthModel of(List<Growth.Point> points) {
        double least = points.stream().mapToDouble(Growth.Point::at).min().orElse(Double.NaN);
        double largest = points.stream().mapToDouble(Growth.Point::at).max().orElse(Double.NaN);
        Fit constant = Fit.constant(points);
        List<Fit> fits = least > 0.0 && points.size() >= 3 ? fits(points, least) : List.of();
        Fit best = constant;
        for (Fit fit : fits) if (best == constant || score(fit, points.size()) < score(best, points.size())) best = fit;
        boolean isProven = best != constant && isProven(constant, best, points.size());
        Fit chosen = isProven ? best : constant;
        int freedom = Math.max(1, points.size() - chosen.parameters());
        double deviation = Math.sqrt(chosen.squares() / freedom);
        List<Fit> plausible = new ArrayList<>(List.of(chosen));
        double limit = score(chosen, points.size()) + PLAUSIBLE;
        for (Fit fit : fits) if (fit != chosen && score(fit, points.size()) <= limit) plausible.add(fit);
        return new GrowthModel(chosen.growth(points.size() >= MIN_POINTS), isProven, plausible, deviation, freedom, least, largest);
    }

    private static List<Fit> fits(List<Growth.Point> points, double least) {
        boolean areNegative = points.stream().anyMatch(point -> point.value() < 0.0);
        List<Fit> fits = new ArrayList<>();
        for (Exponents exponents : Exponents.from(least)) {
            for (boolean hasConstant : new boolean[] {false, true}) {
                if (hasConstant && points.size() < MIN_POINTS) continue;
                Fit fit = Fit.of(points, exponents, hasConstant);
                if (fit == null || !areNegative && (fit.constant() < 0.0 || fit.coefficient() <= 0.0)) continue;
                fits.add(fit);
            }
        }
        return fits;
    }

    /** The lower the better. */
    private static double score(Fit fit, int count) {
        double rarity = fit.exponents() == null ? 0.0 : fit.exponents().rarity() + (fit.parameters() > 1 ? OF_CONSTANT : 0.0);
        return count * Math.log(Math.max(EXACT, fit.leftOut() / count)) + rarity;
    }

    private static boolean isProven(Fit constant, Fit best, int count) {
        int freedom = count - 2;
        if (freedom < 1 || best.squares() >= constant.squares()) return false;
        if (best.squares() <= EXACT * count) return true;
        double f = (constant.squares() - best.squares()) / (best.squares() / freedom);
        return INDEPENDENT_TERMS * FDistribution.of(1, freedom).survivalProbability(f) <= LEVEL;
    }

    /** The formula: a constant alone unless growth is proven. */
    public Growth growth() {
        return growth;
    }

    /** Whether values change with the number by more than chance explains. */
    public boolean isProven() {
        return isProven;
    }

    /** What the model says of {@code x}. */
    public double at(double x) {
        return growth.at(x);
    }

    /** Where a run at {@code x} would be: in parts of the value the wider, the farther {@code x} is from the points. */
    public Interval interval(double x) {
        double value = at(x);
        Interval interval = intervalAt(x);
        if (!(value > 0.0) || !(x > 0.0) || !(least > 0.0)) return interval;
        double low = interval.low / value;
        double high = interval.high / value;
        for (double nearer = largest; nearer < x; nearer *= WIDENING) {
            low = Math.min(low, intervalAt(nearer).low / at(nearer));
            high = Math.max(high, intervalAt(nearer).high / at(nearer));
        }
        for (double nearer = least; nearer > x; nearer /= WIDENING) {
            low = Math.min(low, intervalAt(nearer).low / at(nearer));
            high = Math.max(high, intervalAt(nearer).high / at(nearer));
        }
        return new Interval(low * value, high * value);
    }

    private Interval intervalAt(double x) {
        double quantile = TDistribution.of(freedom).inverseSurvivalProbability(0.025);
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Fit fit : plausible) {
            double value = fit.at(x);
            double error = quantile * Math.hypot(fit.errorAt(x, deviation), deviation * Math.abs(value));
            low = Math.min(low, value - error);
            high = Math.max(high, value + error);
        }
        boolean isNeverNegative = growth.constant() >= 0.0 && growth.coefficient() >= 0.0;
        return new Interval(isNeverNegative ? Math.max(0.0, low) : low, high);
    }

    /** Whether {@code x} is more than four times the largest number, or less than a quarter of the least one: too far to rely on. */
    public boolean isFar(double x) {
        return x > FAR * largest || x < least / FAR;
    }
}
