package timemory.history.scale;

import java.util.ArrayList;
import java.util.List;

/** The exponents of a term {@code x^power * log2(x)^logarithms}, as in algorithmic complexity. */
record Exponents(double power, int logarithms) {

    /** The exponents of Extra-P (Calotoiu, Hoefler, Poke and Wolf, 2013), and the same powers below 0, for work shared by more threads. */
    private static final List<Exponents> ALL = all();

    private static List<Exponents> all() {
        double[] powers =
                {1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 4.0 / 5, 1.0, 5.0 / 4, 4.0 / 3, 3.0 / 2, 5.0 / 3, 7.0 / 4, 2.0, 9.0 / 4,
                    7.0 / 3, 5.0 / 2, 8.0 / 3, 11.0 / 4, 3.0};
        double[] withLogarithm = {0.0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1.0, 5.0 / 4, 4.0 / 3, 3.0 / 2, 2.0, 5.0 / 2, 3.0};
        double[] withSquare = {0.0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1.0, 3.0 / 2, 2.0, 5.0 / 2};
        List<Exponents> all = new ArrayList<>();
        for (double power : powers) {
            all.add(new Exponents(power, 0));
            all.add(new Exponents(-power, 0));
        }
        for (double power : withLogarithm) all.add(new Exponents(power, 1));
        for (double power : withSquare) all.add(new Exponents(power, 2));
        return all;
    }

    /** All possible terms for numbers as {@code least} and above: logarithms only from 1 on, where they are not negative. */
    static List<Exponents> from(double least) {
        return least >= 1.0 ? ALL : ALL.stream().filter(one -> one.logarithms == 0).toList();
    }

    double of(double x) {
        double logarithm = logarithms == 0 ? 1.0 : Math.pow(Math.log(x) / Math.log(2.0), logarithms);
        return Math.pow(x, power) * logarithm;
    }

    /**
     * Returns the penalty that a term has to overcome, as twice the log-likelihood: zero for x, x log x, their squares, cubes and roots, a
     * logarithm, and one divided by those; the rarer algorithms with such exponents are, the higher it is.
     */
    double rarity() {
        double size = Math.abs(power);
        boolean isWhole = size == Math.rint(size);
        boolean isHalf = 2 * size == Math.rint(2 * size);
        double ofPower = isWhole ? 0.0 : isHalf ? 0.5 : 3 * size == Math.rint(3 * size) ? 6.0 : 8.0;
        double ofLogarithm = logarithms == 0 ? 0.0 : logarithms == 1 ? (power == 0.0 || power == 1.0 ? 0.0 : 3.0) : 4.0;
        return ofPower + ofLogarithm;
    }
}
