package timemory.history.scale;

/**
 * How values grow with a number: {@code constant + coefficient * x^power * log2(x)^logarithms}.
 *
 * @param error by how much the model misses a point that it was not fitted to, as a part of both: the mean over all of 2|d| / (|a| + |b|); NaN
 *         for fewer than five points
 */
public record Growth(double constant, double coefficient, double power, int logarithms, double error) {

    /**
     * What was measured.
     *
     * @param at the number: of threads, say
     * @param value the mean of the runs
     */
    public record Point(double at, double value) {}

    /** What the model says of {@code x}. */
    public double at(double x) {
        return coefficient == 0.0 ? constant : constant + coefficient * new Exponents(power, logarithms).of(x);
    }
}
