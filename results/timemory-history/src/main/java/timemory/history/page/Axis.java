package timemory.history.page;

import java.util.stream.DoubleStream;

/**
 * Maps numbers to pixels: logarithmically if all are above 0, so that equal ratios have equal distances.
 *
 * @param from the position of the smallest, in pixels
 * @param to the position of the largest
 */
record Axis(double least, double largest, boolean isLogarithmic, double from, double to) {

    /** Creates an axis that is logarithmic if possible. */
    static Axis logarithmic(DoubleStream numbers, double from, double to) {
        Axis linear = linear(numbers, from, to);
        if (!(linear.least > 0.0)) return linear;
        return linear.least < linear.largest ? new Axis(linear.least, linear.largest, true, from, to)
                : new Axis(linear.least / 2, linear.largest * 2, true, from, to);
    }

    static Axis linear(DoubleStream numbers, double from, double to) {
        double[] all = numbers.filter(Double::isFinite).toArray();
        double least = DoubleStream.of(all).min().orElse(0.0);
        double largest = DoubleStream.of(all).max().orElse(1.0);
        return new Axis(least, largest > least ? largest : least + Math.max(1.0, Math.abs(least)), false, from, to);
    }

    double at(double number) {
        double part = isLogarithmic ? Math.log(number / least) / Math.log(largest / least) : (number - least) / (largest - least);
        return from + (to - from) * part;
    }

    /** Returns the number at {@code part} of the way from the smallest to the largest. */
    double number(double part) {
        return isLogarithmic ? least * Math.pow(largest / least, part) : least + (largest - least) * part;
    }
}
