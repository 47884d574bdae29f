package timemory.history.page;

import java.util.Arrays;
import java.util.List;
import timemory.history.scale.Growth;
import timemory.history.scale.GrowthModel;
import timemory.history.store.Region;
import timemory.history.store.RunFacts;

/**
 * What a region took at each value of a parameter, in runs that are alike but for that.
 *
 * @param common what the runs have in common; the parameter is not in it
 * @param what which number of the region, in words: {@code sum of wall_clock}
 * @param steps one at least, by rising values of the parameter
 */
public record Scaling(Region region, RunFacts common, String what, String unit, List<Step> steps) {

    /**
     * At one value of the parameter.
     *
     * @param at the value
     * @param taken in each run
     */
    public record Step(double at, double[] taken) {
        public double mean() {
            return Arrays.stream(taken).average().orElse(Double.NaN);
        }

        /** The standard deviation of the runs; not a number for one. */
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

    /** What runs these are: their program, machine and other parameters. */
    public String runs() {
        return common.program() + " on " + common.machine() + (common.parameters().isEmpty() ? "" : ", " + common.parameterText());
    }

    /** How much quicker than at the least value. */
    public double speedup(Step step) {
        return first().mean() / step.mean();
    }

    /** What would be ideal. */
    public enum Ideal {
        /** The same work for all: it takes less as the parameter grows. */
        STRONG,
        /** Work that grows with the parameter: it takes as long. */
        WEAK,
        /** Nothing, where the parameter is the size of the work. */
        NONE
    }

    /** What it would take at {@code at} if it were ideal; not a number without an ideal. */
    public double ideal(double at, Ideal ideal) {
        return switch (ideal) {
            case STRONG -> first().mean() * first().at / at;
            case WEAK -> first().mean();
            case NONE -> Double.NaN;
        };
    }

    /** What part of the ideal {@code step} reaches. */
    public double efficiency(Step step, Ideal ideal) {
        return ideal(step.at, ideal) / step.mean();
    }

    /** The model of the means. */
    public GrowthModel model() {
        return GrowthModel.of(steps.stream().map(step -> new Growth.Point(step.at, step.mean())).toList());
    }
}
