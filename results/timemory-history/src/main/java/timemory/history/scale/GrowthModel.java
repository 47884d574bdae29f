package timemory.history.scale;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/*
 * Each term of Exponents is fitted with and without a constant. As in Extra-P, fits are judged by how well each point is predicted from the
 * others (leave-one-out), which more parameters do not improve by themselves; a second parameter and rare exponents must predict better
 * than common ones by a penalty. The best fit is accepted only if it is significant: an F test, corrected for the choice among so many
 * terms, has to find that it explains the points better than a constant. Otherwise the model is a constant.
 *
 * The constant and the coefficient are never negative if no value is, so predicted times are not negative either: decreasing values have a
 * negative power.
 */

/**
 * The growth model of a series of points, with alternative models that fit nearly as well, which determine the uncertainty of predictions.
 */
public final class GrowthModel {
    private static final int MIN_POINTS = 5;
    private static final double LEVEL = 0.01;
    /** The terms are correlated: choosing the best of all is like choosing among this many independent ones. */
    private static final double INDEPENDENT_TERMS = 8.0;
    private static final double OF_CONSTANT = 2.0;
    /** Models within this distance of the best one, in twice the log-likelihood, are still plausible. */
    private static final double PLAUSIBLE = 6.0;
    private static final double EXACT = 1e-20;
    /** Predictions beyond this factor of the data's range are marked. */
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

    /** A 95 % prediction interval, if the model or one of the plausible ones is right. */
    public record Interval(double low, double high) {}

    /** Fits a model to points with distinct parameters in ascending order; a constant if nothing else can be fitted or is significant. */
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

    /** Returns the score of a fit; lower is better. */
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

    /** Returns the formula, which is a constant unless growth is proven. */
    public Growth growth() {
        return growth;
    }

    /** Returns whether values change with the parameter by more than chance explains. */
    public boolean isProven() {
        return isProven;
    }

    /** Returns the model's value at {@code x}. */
    public double at(double x) {
        return growth.at(x);
    }

    /**
     * Returns the prediction interval of a run at {@code x}, which gets relatively wider with the distance of {@code x} from the points.
     */
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

    /**
     * Returns whether {@code x} is more than four times the largest parameter, or less than a quarter of the smallest: too far to be
     * reliable.
     */
    public boolean isFar(double x) {
        return x > FAR * largest || x < least / FAR;
    }
}
