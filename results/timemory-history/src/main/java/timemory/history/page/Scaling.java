package timemory.history.page;

import java.util.Arrays;
import java.util.List;
import timemory.history.scale.Growth;
import timemory.history.scale.GrowthModel;
import timemory.history.store.Region;
import timemory.history.store.RunFacts;

/**
 * The values of a region at each value of a parameter, in runs that differ in nothing else.
 *
 * @param common what the runs have in common, without the parameter
 * @param what the metric of the region in words: {@code total of wall_clock}
 * @param steps at least one, by ascending parameter value
 */
public record Scaling(Region region, RunFacts common, String what, String unit, List<Step> steps) {

    /**
     * The runs at one value of the parameter.
     *
     * @param at the parameter value
     * @param taken the value in each run
     */
    public record Step(double at, double[] taken) {
        public double mean() {
            return Arrays.stream(taken).average().orElse(Double.NaN);
        }

        /** Returns the standard deviation over the runs; NaN for a single run. */
        public double deviation() {
            double mean = mean();
            double squares = Arrays.stream(taken).map(number -> (number - mean) * (number - mean)).sum();
            return taken.length < 2 ? Double.NaN : Math.sqrt(squares / (taken.length - 1));
        }
    }

    public Step first() {
        return steps.get(0);
    }

    public Step last() {
        return steps.get(steps.size() - 1);
    }

    /** Describes the runs: program, machine and other parameters. */
    public String runs() {
        return common.program() + " on " + common.machine() + (common.parameters().isEmpty() ? "" : ", " + common.parameterText());
    }

    /** Speedup relative to the smallest value. */
    public double speedup(Step step) {
        return first().mean() / step.mean();
    }

    /** The ideal scaling. */
    public enum Ideal {
        /** Strong scaling: constant total work, so the value decreases as the parameter grows. */
        STRONG,
        /** Weak scaling: the work grows with the parameter, so the value stays the same. */
        WEAK,
        /** No ideal, if the parameter is the size of the work. */
        NONE
    }

    /** Returns the ideal value at {@code at}; NaN without an ideal. */
    public double ideal(double at, Ideal ideal) {
        return switch (ideal) {
            case STRONG -> first().mean() * first().at / at;
            case WEAK -> first().mean();
            case NONE -> Double.NaN;
        };
    }

    /** Returns the ratio of the ideal value to the value at {@code step}. */
    public double efficiency(Step step, Ideal ideal) {
        return ideal(step.at, ideal) / step.mean();
    }

    /** Returns the growth model of the means. */
    public GrowthModel model() {
        return GrowthModel.of(steps.stream().map(step -> new Growth.Point(step.at, step.mean())).toList());
    }
}
