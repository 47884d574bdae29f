package timemory.history.scale;

/**
 * A growth model: {@code constant + coefficient * x^power * log2(x)^logarithms}.
 *
 * @param error the mean relative error of predicting each point from the others, 2|d| / (|a| + |b|); NaN for fewer than five points
 */
public record Growth(double constant, double coefficient, double power, int logarithms, double error) {

    /**
     * A measured point.
     *
     * @param at the parameter, such as the number of threads
     * @param value the mean of the runs
     */
    public record Point(double at, double value) {}

    /** Returns the model's value at {@code x}. */
    public double at(double x) {
        return coefficient == 0.0 ? constant : constant + coefficient * new Exponents(power, logarithms).of(x);
    }
}
